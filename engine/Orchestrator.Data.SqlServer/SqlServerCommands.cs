using System.Data;
using System.Globalization;
using Microsoft.Data.SqlClient;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>Commands and their parameters.</summary>
internal static class SqlServerCommands
{
    /// <summary>A statement with its values bound, within the transaction that is open.</summary>
    public static SqlCommand Make(
        SqlConnection connection, SqlTransaction? transaction, string sql,
        IReadOnlyList<(string Name, object? Value)> values)
    {
        var command = connection.CreateCommand();
#pragma warning disable CA2100 // The text comes from the dialect, a .sql file or the metadata; values are parameters.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.Transaction = transaction;
        command.CommandTimeout = 0;
        var named = values.Count == 0 ? [] : Named(sql);
        foreach (var (name, value) in values)
        {
            // A statement with parameters has a scope of its own, in which temporary tables end: only where it must.
            if (named.TryGetValue(name.StartsWith('@') ? name : $"@{name}", out var written))
            {
                command.Parameters.Add(Bind(written, value));
            }
        }

        return command;
    }

    /// <summary>Runs it, and tells how many rows it changed.</summary>
    public static int Execute(SqlCommand command)
    {
        // What the client adds up holds the rows of triggers, too; the statement itself is the last to be told.
        var rows = 0;
        command.StatementCompleted += (_, statement) => rows = statement.RecordCount;
        command.ExecuteNonQuery();
        return rows;
    }

    /// <summary>A parameter with its value.</summary>
    // Types are given, so that a value means the same whatever stands beside it and plans can be used again.
    public static SqlParameter Bind(string name, object? value) => value switch
    {
        null or DBNull => Typed(name, SqlDbType.NVarChar, 1, DBNull.Value),
        string text => Typed(name, SqlDbType.NVarChar, text.Length <= 4000 ? 4000 : -1, text),
        byte[] bytes => Typed(name, SqlDbType.VarBinary, bytes.Length <= 8000 ? 8000 : -1, bytes),
        long or int or short or byte =>
            Typed(name, SqlDbType.BigInt, 0, Convert.ToInt64(value, CultureInfo.InvariantCulture)),
        DateTime time => Typed(name, SqlDbType.DateTime2, 0, time),
        TypedValue typed => TypedParameter.Of(name, typed),
        _ => new SqlParameter(name, value),
    };

    // As the statement writes them: a server may tell upper from lower case in names of variables, too.
    private static Dictionary<string, string> Named(string sql)
    {
        var named = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        for (var place = 0; place < sql.Length;)
        {
            var length = SqlServerToken.Length(sql, place);
            if (sql[place] == '@')
            {
                var word = sql.Substring(place, length);
                named.TryAdd(word, word);
            }

            place += length;
        }

        return named;
    }

    private static SqlParameter Typed(string name, SqlDbType type, int size, object value) =>
        new(name, type, size) { Value = value };
}
