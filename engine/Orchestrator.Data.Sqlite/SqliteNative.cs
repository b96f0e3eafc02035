using System.Runtime.InteropServices;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// The calls that are made once per value, straight into the one loaded library. Those that only store a number or a
/// pointer skip the bookkeeping around a native call; those that run statements do not.
/// </summary>
internal static unsafe class SqliteNative
{
    public const int Row = 100;
    public const int Done = 101;
    public const int Integer = 1;
    public const int Float = 2;
    public const int Text = 3;
    public const int Blob = 4;
    public const int Null = 5;

    public static readonly delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, long, int> BindInt64;
    public static readonly delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, double, int> BindDouble;
    public static readonly delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, byte*, int, nint, int> BindText;
    public static readonly delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, byte*, int, nint, int> BindBlob;
    public static readonly delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, int> BindNull;
    public static readonly delegate* unmanaged[Cdecl]<nint, int> Step;
    public static readonly delegate* unmanaged[Cdecl]<nint, int> Reset;
    public static readonly delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, int> ColumnType;
    public static readonly delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, long> ColumnInt64;
    public static readonly delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, double> ColumnDouble;
    public static readonly delegate* unmanaged[Cdecl]<nint, int, byte*> ColumnText;
    public static readonly delegate* unmanaged[Cdecl]<nint, int, byte*> ColumnBlob;
    public static readonly delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, int> ColumnBytes;

    private static readonly delegate* unmanaged[Cdecl]<nint, byte*, int, void*, int> FileControl;

    private const int FileHasMoved = 20;

    static SqliteNative()
    {
        var library = SqliteLibrary.Native;
        nint Export(string name) => NativeLibrary.GetExport(library, name);
        BindInt64 =
            (delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, long, int>)Export("sqlite3_bind_int64");
        BindDouble =
            (delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, double, int>)Export("sqlite3_bind_double");
        BindText = (delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, byte*, int, nint, int>)
            Export("sqlite3_bind_text");
        BindBlob = (delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, byte*, int, nint, int>)
            Export("sqlite3_bind_blob");
        BindNull = (delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, int>)Export("sqlite3_bind_null");
        Step = (delegate* unmanaged[Cdecl]<nint, int>)Export("sqlite3_step");
        Reset = (delegate* unmanaged[Cdecl]<nint, int>)Export("sqlite3_reset");
        ColumnType = (delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, int>)Export("sqlite3_column_type");
        ColumnInt64 =
            (delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, long>)Export("sqlite3_column_int64");
        ColumnDouble =
            (delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, double>)Export("sqlite3_column_double");
        ColumnText = (delegate* unmanaged[Cdecl]<nint, int, byte*>)Export("sqlite3_column_text");
        ColumnBlob = (delegate* unmanaged[Cdecl]<nint, int, byte*>)Export("sqlite3_column_blob");
        FileControl = (delegate* unmanaged[Cdecl]<nint, byte*, int, void*, int>)Export("sqlite3_file_control");
        ColumnBytes = (delegate* unmanaged[Cdecl, SuppressGCTransition]<nint, int, int>)Export("sqlite3_column_bytes");
    }

    /// <summary>
    /// Whether the file of the database no longer stands under its path; never on Windows, which forbids that.
    /// </summary>
    public static bool HasMoved(sqlite3 database)
    {
        var moved = 0;
        return FileControl(database.DangerousGetHandle(), null, FileHasMoved, &moved) == 0 && moved != 0;
    }
}
