/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/machine.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static char command_line[4096];

void machine_keep_command_line(int argc, char **argv) {
    size_t length = 0;
    for (int i = 0; i < argc && length < sizeof command_line; i++) {
        length += (size_t)snprintf(command_line + length, sizeof command_line - length, "%s%s", i ? " " : "", argv[i]);
    }
}

/* The value of the first line `key : value` of `path`; false: there is none. */
static bool line_of(const char *path, const char *key, char *text, size_t size) {
    char line[512];
    bool found = false;
    FILE *const file = fopen(path, "r");
    while (file && !found && fgets(line, sizeof line, file)) {
        found = strncmp(line, key, strlen(key)) == 0;
    }
    if (found) {
        const char *value = line + strlen(key);
        value += strspn(value, " \t:");
        snprintf(text, size, "%.*s", (int)strcspn(value, "\n"), value);
    }
    if (file) {
        fclose(file);
    }
    return found;
}

static void processor_name(char *name, size_t size) {
    struct utsname system;
    if (!line_of("/proc/cpuinfo", "model name", name, size)) {
        snprintf(name, size, "%.64s", uname(&system) == 0 ? system.machine : "unknown processor");
    }
}

const char *machine_name(mg_context *context, bool gpu, char name[MACHINE_NAME_SIZE]) {
    mg_device device;
    char processor[96];
    if (gpu && mg_device_count(context) > 0 && mg_device_info(context, 0, &device) == MG_OK) {
        snprintf(name, MACHINE_NAME_SIZE, "%s", device.name);
    } else {
        processor_name(processor, sizeof processor);
        const int threads = mg_context_threads(context);
        snprintf(name, MACHINE_NAME_SIZE, "%s, %d thread%s", processor, threads, threads == 1 ? "" : "s");
    }
    return name;
}

static void add_time(json_builder *b) {
    char text[64] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (localtime_r(&now, &parts)) {
        strftime(text, sizeof text, "%a %b %d %H:%M:%S %Y", &parts);
    }
    json_text(b, "time", text);
}

static void add_build(json_builder *b) {
    json_text(b, "engine_version", mg_version());
    json_text(b, "git_commit_sha", MG_GIT_COMMIT);
#if defined(__clang__)
    json_text(b, "compiler", "Clang");
#else
    json_text(b, "compiler", "GNU");
#endif
    json_text(b, "compiler_version", __VERSION__);
    json_builder libraries = json_object();
    char libc[64];
    if (confstr(_CS_GNU_LIBC_VERSION, libc, sizeof libc) > 0) {
        json_text(&libraries, "libc", libc);
    }
    json_text(&libraries, "cjson", cJSON_Version());
    json_nest(b, "libraries", libraries);
}

static void add_gpu(json_builder *b, mg_context *context, bool gpu) {
    json_builder info = json_object();
    mg_device device;
    char driver[256];
    if (gpu && mg_device_count(context) > 0 && mg_device_info(context, 0, &device) == MG_OK) {
        json_text(&info, "name", device.name);
        json_number(&info, "total_global_mem", (double)device.memory);
        json_number(&info, "major", device.major);
        json_number(&info, "minor", device.minor);
        json_number(&info, "multi_processor_count", device.multiprocessors);
        if (line_of("/proc/driver/nvidia/version", "NVRM version", driver, sizeof driver)) {
            json_text(&info, "driver_version", driver);
        }
    }
    json_nest(b, "gpuinfo", info);
}

static void add_system(json_builder *b) {
    struct utsname name;
    char processor[96];
    json_builder system = json_object();
    if (uname(&name) == 0) {
        json_text(&system, "sysname", name.sysname);
        json_text(&system, "release", name.release);
        json_text(&system, "version", name.version);
        json_text(&system, "machine", name.machine);
        json_text(&system, "nodename", name.nodename);
    }
    processor_name(processor, sizeof processor);
    json_text(&system, "processor", processor);
    json_number(&system, "processors", (double)sysconf(_SC_NPROCESSORS_ONLN));
    json_number(&system, "memory", (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE));
    json_nest(b, "sysinfo", system);
}

void machine_describe(json_builder *b, mg_context *context, bool gpu) {
    add_time(b);
    json_text(b, "command_line", command_line);
    add_build(b);
    add_gpu(b, context, gpu);
    add_system(b);
}
