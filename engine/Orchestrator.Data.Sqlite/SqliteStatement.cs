using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>Values for the parameters of a statement. SQLite itself takes one without a value as NULL.</summary>
internal static class SqliteStatement
{
    /// <summary>Binds the values that the statement names.</summary>
    /// <exception cref="DataRefusedException">It names one that has no value.</exception>
    public static void Bind(
        SqliteDatabase database, sqlite3_stmt statement, IReadOnlyList<(string Name, object? Value)> values)
    {
        for (var place = 1; place <= raw.sqlite3_bind_parameter_count(statement); place++)
        {
            var name = raw.sqlite3_bind_parameter_name(statement, place).utf8_to_string() ?? "?";
            var code = SqliteValue.Bind(statement, place, Find(values, name));
            SqliteException.ThrowExceptionForRC(code, database.Handle);
        }
    }

    /// <summary>Runs one statement with its values and goes through what it returns.</summary>
    /// <exception cref="DataRefusedException">It names a value that it is not given.</exception>
    public static void RunToEnd(
        SqliteDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        var code = raw.sqlite3_prepare_v2(database.Handle, sql, out var statement);
        SqliteException.ThrowExceptionForRC(code, database.Handle);
        using (statement)
        {
            Bind(database, statement, values);
            do
            {
                code = raw.sqlite3_step(statement);
            }
            while (code == raw.SQLITE_ROW);
            if (code != raw.SQLITE_DONE)
            {
                SqliteException.ThrowExceptionForRC(code, database.Handle);
            }
        }
    }

    /// <summary>Looks whether the first statement names only what it is given.</summary>
    /// <exception cref="DataRefusedException">It does not.</exception>
    public static void RefuseUnknown(
        SqliteDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        if (raw.sqlite3_prepare_v2(database.Handle, sql, out var statement) == raw.SQLITE_OK)
        {
            using (statement)
            {
                Bind(database, statement, values);
            }
        }
    }

    private static object? Find(IReadOnlyList<(string Name, object? Value)> values, string name)
    {
        foreach (var (known, value) in values)
        {
            if (name.AsSpan().TrimStart('@').SequenceEqual(known.AsSpan().TrimStart('@')))
            {
                return value;
            }
        }

        var there = values.Take(8).Select(value => $"@{value.Name.TrimStart('@')}");
        throw new DataRefusedException(
            "ORC3417",
            $"The statement names {name}, which has no value. Declare the variable in solution.yaml, or correct the "
            + $"name{(values.Count == 0 ? "" : $": there is {string.Join(", ", there)}")}.");
    }
}
