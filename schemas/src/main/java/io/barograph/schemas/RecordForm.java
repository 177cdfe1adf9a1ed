package io.barograph.schemas;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The binary form of a record: its components in their order. They are numbers, truth values, texts, constants, bytes,
 * other records, what has methods {@code writeTo(DataOutput)} and {@code static readFrom(DataInput)}, and lists, sets
 * and maps of these. Bytes and records may be null, others not; a text has 64 KiB at most. Sets are written sorted.
 */
public final class RecordForm<T extends Record> implements BinaryWriter<T>, BinaryReader<T> {
    private static final Map<Type, Form> BASIC = Map.of(
            int.class, form(BinaryCollections.INT, DataInput::readInt),
            long.class, form(BinaryCollections.LONG, DataInput::readLong),
            Integer.class, form(BinaryCollections.INT, DataInput::readInt),
            Long.class, form(BinaryCollections.LONG, DataInput::readLong),
            double.class, form(BinaryCollections.DOUBLE, DataInput::readDouble),
            Double.class, form(BinaryCollections.DOUBLE, DataInput::readDouble),
            boolean.class, RecordForm.<Boolean>form((value, out) -> out.writeBoolean(value), DataInput::readBoolean),
            String.class, form(BinaryCollections.TEXT, DataInput::readUTF),
            byte[].class, form(BinaryCollections::writeBytes, BinaryCollections::readBytes));

    private final Class<T> type;
    private transient Form form;

    private RecordForm(Class<T> type) {
        this.type = type;
    }

    /** @throws IllegalArgumentException if a component has no binary form */
    public static <T extends Record> RecordForm<T> of(Class<T> type) {
        RecordForm<T> form = new RecordForm<>(type);
        form.form();
        return form;
    }

    @Override
    public void write(T value, DataOutput out) throws IOException {
        form().writer.write(value, out);
    }

    @Override
    public T read(DataInput in) throws IOException {
        return type.cast(form().reader.read(in));
    }

    /** @return true if a component may be changed: one that writes itself and is no record */
    public boolean isMutable() {
        return form().mutable;
    }

    private Form form() {
        if (form == null) {
            form = ofRecord(type);
        }
        return form;
    }

    private record Form(BinaryWriter<Object> writer, BinaryReader<Object> reader, boolean mutable) {}

    @SuppressWarnings("unchecked") // it is given values of the type that it was made for
    private static <V> Form form(BinaryWriter<V> writer, BinaryReader<V> reader, boolean mutable) {
        return new Form((BinaryWriter<Object>) writer, (BinaryReader<Object>) reader, mutable);
    }

    private static <V> Form form(BinaryWriter<V> writer, BinaryReader<V> reader) {
        return form(writer, reader, false);
    }

    private static Form ofType(Type type) {
        if (type instanceof ParameterizedType generic) {
            return ofCollection(generic.getRawType(), generic.getActualTypeArguments());
        }
        Form basic = BASIC.get(type);
        if (basic != null) {
            return basic;
        }
        Class<?> raw = (Class<?>) type;
        if (raw.isEnum()) {
            return ofConstants(raw);
        }
        boolean writesItself = Arrays.stream(raw.getDeclaredMethods())
                .anyMatch(method -> method.getName().equals("writeTo"));
        if (!raw.isRecord() && !writesItself) {
            throw new IllegalArgumentException("no binary form of " + type);
        }
        Form whole = writesItself ? ofMethods(raw) : ofRecord(raw);
        return raw.isRecord()
                ? form(
                        (value, out) -> BinaryCollections.writeOptional(value, out, whole.writer),
                        in -> in.readBoolean() ? whole.reader.read(in) : null,
                        whole.mutable)
                : whole;
    }

    private static Form ofCollection(Type type, Type[] arguments) {
        if (type.equals(List.class)) {
            return ofList(ofType(arguments[0]));
        }
        if (type.equals(Set.class)) {
            return ofSet(ofType(arguments[0]));
        }
        if (type.equals(Map.class) || type.equals(NavigableMap.class)) {
            return ofMap(type, ofType(arguments[0]), ofType(arguments[1]));
        }
        throw new IllegalArgumentException("no binary form of " + type);
    }

    private static Form ofList(Form element) {
        return form(
                (value, out) -> BinaryCollections.write(value, out, element.writer),
                in -> BinaryCollections.readList(in, element.reader),
                element.mutable);
    }

    private static Form ofSet(Form element) {
        return RecordForm.<Set<Object>>form(
                (value, out) -> BinaryCollections.write(new TreeSet<>(value), out, element.writer),
                in -> new TreeSet<>(BinaryCollections.readList(in, element.reader)),
                element.mutable);
    }

    private static Form ofMap(Type type, Form key, Form value) {
        boolean sorted = type.equals(NavigableMap.class);
        return form(
                (map, out) -> BinaryCollections.writeMap(map, out, key.writer, value.writer),
                in -> {
                    Map<Object, Object> map = sorted ? new TreeMap<>() : new LinkedHashMap<>();
                    BinaryCollections.readMap(map, in, key.reader, value.reader);
                    return map;
                },
                value.mutable);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the type is that of constants
    private static Form ofConstants(Class<?> type) {
        return form(
                (value, out) -> BinaryCollections.writeName((Enum<?>) value, out),
                in -> Enum.valueOf((Class) type, in.readUTF()));
    }

    private static Form ofMethods(Class<?> type) {
        try {
            Method write = accessible(type.getDeclaredMethod("writeTo", DataOutput.class));
            Method read = accessible(type.getDeclaredMethod("readFrom", DataInput.class));
            return form((value, out) -> call(write, value, out), in -> call(read, null, in), !type.isRecord());
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException("no binary form of " + type, e);
        }
    }

    private static Form ofRecord(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        List<Method> accessors = new ArrayList<>();
        List<Form> forms = new ArrayList<>();
        for (RecordComponent component : components) {
            accessors.add(accessible(component.getAccessor()));
            forms.add(ofType(component.getGenericType()));
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<?> constructor;
        try {
            constructor = accessible(type.getDeclaredConstructor(types));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException("no binary form of " + type, e);
        }
        return form(
                (value, out) -> {
                    for (int i = 0; i < forms.size(); i++) {
                        forms.get(i).writer.write(call(accessors.get(i), value), out);
                    }
                },
                in -> {
                    Object[] values = new Object[forms.size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = forms.get(i).reader.read(in);
                    }
                    return construct(constructor, values);
                },
                forms.stream().anyMatch(Form::mutable));
    }

    /** @return the same; records are as private as what they belong to */
    private static <E extends Executable> E accessible(E executable) {
        executable.setAccessible(true);
        return executable;
    }

    private static Object call(Method method, Object target, Object... arguments) throws IOException {
        try {
            return method.invoke(target, arguments);
        } catch (ReflectiveOperationException e) {
            throw thrownBy(method, e);
        }
    }

    private static Object construct(Constructor<?> constructor, Object... values) throws IOException {
        try {
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw thrownBy(constructor, e);
        }
    }

    private static IllegalStateException thrownBy(Executable executable, ReflectiveOperationException e)
            throws IOException {
        Throwable thrown = e.getCause();
        if (thrown instanceof IOException failure) {
            throw failure;
        }
        if (thrown instanceof RuntimeException failure) {
            throw failure;
        }
        if (thrown instanceof Error failure) {
            throw failure;
        }
        return new IllegalStateException(executable.toString(), e);
    }
}
