package io.barograph.sources.darshan.log;

import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;

/** Functions of libdarshan-util, by their C names (darshan-logutils.h). */
interface DarshanUtil extends Library {
    Pointer darshan_log_open(byte[] zeroTerminatedPath);

    void darshan_log_close(Pointer log);

    /** Zero on success. */
    int darshan_log_get_job(Pointer log, Pointer job);

    /** Zero on success; writes no terminating zero. */
    int darshan_log_get_exe(Pointer log, Pointer text);

    /** Zero on success; the caller frees the array. */
    int darshan_log_get_mounts(Pointer log, PointerByReference mounts, IntByReference count);

    /** The caller frees the array. */
    void darshan_log_get_modules(Pointer log, PointerByReference modules, IntByReference count);

    /** Leaves the count alone and closes the log if it fails. The caller frees each name and the array. */
    void darshan_log_get_name_records(Pointer log, PointerByReference names, IntByReference count);

    /** 1: a record, which the caller frees; 0: no more; negative: failed. */
    int darshan_log_get_record(Pointer log, int module, PointerByReference record);

    String darshan_log_get_lib_version();

    int darshan_accumulator_create(int module, long processes, PointerByReference accumulator);

    int darshan_accumulator_inject(Pointer accumulator, Pointer records, int count);

    int darshan_accumulator_emit(Pointer accumulator, Pointer metrics, Pointer aggregateRecord);

    int darshan_accumulator_destroy(Pointer accumulator);

    void darshan_free(Pointer memory);
}
