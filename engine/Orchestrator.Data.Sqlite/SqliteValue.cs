using System.Globalization;
using Orchestrator.Core.Types;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>Binds a value that is given once per statement.</summary>
internal static class SqliteValue
{
    /// <summary>Binds it at a place from 1.</summary>
    /// <returns>SQLite's code.</returns>
    /// <exception cref="ArgumentException">It is of a kind that no parameter has.</exception>
    public static int Bind(sqlite3_stmt statement, int place, object? value) => Plain(value) switch
    {
        null => raw.sqlite3_bind_null(statement, place),
        bool flag => raw.sqlite3_bind_int64(statement, place, flag ? 1 : 0),
        long number => raw.sqlite3_bind_int64(statement, place, number),
        int number => raw.sqlite3_bind_int64(statement, place, number),
        double number => raw.sqlite3_bind_double(statement, place, number),
        string text => raw.sqlite3_bind_text(statement, place, text),
        byte[] bytes => raw.sqlite3_bind_blob(statement, place, bytes),
        var other => throw new ArgumentException($"a parameter cannot be a {other.GetType().Name}", nameof(value)),
    };

    /// <summary>
    /// A value as a column of its type keeps it: in SQLite every text is greater than every number, so a decimal that
    /// is bound as text would compare with none.
    /// </summary>
    public static object? Plain(object? value) => value is not TypedValue typed ? value
        : !typed.Type.IsExactNumber ? typed.Parameter
        : SqliteTypeMap.StorageOf(typed.Type) switch
        {
            SqliteStorage.Integer when typed.Parameter is string text =>
                long.Parse(text, CultureInfo.InvariantCulture),
            SqliteStorage.Real => double.Parse(typed.Text, CultureInfo.InvariantCulture),
            _ => typed.Parameter,
        };
}
