package io.barograph.flink.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Constructor;

/**
 * The binary form of a type, with a version. Implementations have a constructor without parameters, or one that takes
 * what {@link #argument()} returns.
 */
public abstract class BinaryFormat<T> implements Serializable {
    private final Class<T> type;
    private final int version;

    /** @param version the one version that it knows, from 1; state of another one is refused */
    protected BinaryFormat(Class<T> type, int version) {
        this.type = type;
        this.version = version;
    }

    /**
     * @param argument what its constructor takes ({@link #argument()})
     * @throws ReflectiveOperationException if there is none
     */
    public static BinaryFormat<?> named(String className, String argument, ClassLoader classLoader)
            throws ReflectiveOperationException {
        Class<?>[] parameters = argument.isEmpty() ? new Class<?>[0] : new Class<?>[] {String.class};
        Constructor<?> constructor = Class.forName(className, true, classLoader).getDeclaredConstructor(parameters);
        constructor.setAccessible(true); // formats are as private as the types they belong to
        return (BinaryFormat<?>) (argument.isEmpty() ? constructor.newInstance() : constructor.newInstance(argument));
    }

    final Class<T> type() {
        return type;
    }

    public final int version() {
        return version;
    }

    public abstract void write(T value, DataOutput out) throws IOException;

    /** @throws IOException if reading fails or the bytes are not such a value */
    public abstract T read(DataInput in) throws IOException;

    /** @return true if values are changed, and so must be copied where Flink saves one while the next is made of it */
    public boolean isMutable() {
        return false;
    }

    /** @return this format, or one of its own for another thread if it keeps buffers */
    public BinaryFormat<T> duplicate() {
        return this;
    }

    /** @return what the constructor needs to make this format again; empty for a constructor without parameters */
    public String argument() {
        return "";
    }
}
