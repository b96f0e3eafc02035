using System.Reflection;
using System.Runtime.InteropServices;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// The one SQLite library of this process: the bundled one, or the one that <see cref="OverrideVariable"/> names.
/// </summary>
public static class SqliteLibrary
{
    /// <summary>Environment variable with the path of a newer system library; empty = the bundled one.</summary>
    public const string OverrideVariable = "ORCHESTRATOR_SQLITE_LIBRARY";

    private static readonly Version CopyingMended = new(3, 51, 3);
    private static readonly Lazy<string> Loaded = new(LoadOnce);
    private static nint _native;

    /// <summary>Version of the library in use, "3.53.0".</summary>
    /// <exception cref="DllNotFoundException">The variable names a library that cannot be loaded.</exception>
    public static string Version => Loaded.Value;

    /// <summary>
    /// Whether one connection may copy the log into the file while another writes. Older ones can damage the file then.
    /// </summary>
    internal static bool CopiesBesideWriters => System.Version.Parse(Version) >= CopyingMended;

    /// <summary>Loads the library; must come before the first connection. Cheap when repeated.</summary>
    /// <exception cref="DllNotFoundException">The variable names a library that cannot be loaded.</exception>
    public static void Load() => _ = Loaded.Value;

    /// <summary>Handle of that same library, for the calls made once per value.</summary>
    internal static nint Native
    {
        get
        {
            Load();
            return _native;
        }
    }

    private static string LoadOnce()
    {
        var path = Environment.GetEnvironmentVariable(OverrideVariable);
        if (!string.IsNullOrEmpty(path))
        {
            Override(path);
        }

        SQLitePCL.Batteries_V2.Init();
        if (_native == 0)
        {
            _native = NativeLibrary.Load("e_sqlite3", typeof(SQLitePCL.SQLite3Provider_e_sqlite3).Assembly, null);
        }

        return SQLitePCL.raw.sqlite3_libversion().utf8_to_string();
    }

    private static void Override(string path)
    {
        if (!NativeLibrary.TryLoad(path, out var library)
            || !NativeLibrary.TryGetExport(library, "sqlite3_libversion", out _))
        {
            throw new DllNotFoundException(
                $"{OverrideVariable} names '{path}', which cannot be loaded as a SQLite library. "
                + "Name an existing SQLite library for this processor, or unset the variable.");
        }

        _native = library;
        NativeLibrary.SetDllImportResolver(
            typeof(SQLitePCL.SQLite3Provider_e_sqlite3).Assembly,
            (string name, Assembly _, DllImportSearchPath? _) => name == "e_sqlite3" ? library : 0);
    }
}
