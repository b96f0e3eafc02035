using System.Globalization;
using Npgsql;
using NpgsqlTypes;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Commands with parameters by place: the client then leaves the statement as it is.</summary>
internal static class PostgreSqlCommands
{
    /// <summary>One statement with its values bound.</summary>
    public static NpgsqlCommand Make(
        NpgsqlConnection connection, string sql, IReadOnlyList<(string Name, object? Value)> values) =>
        Make(connection, sql, values, out _);

    /// <summary>One statement with its values bound, and which of them stands at each place.</summary>
    public static NpgsqlCommand Make(
        NpgsqlConnection connection, string sql, IReadOnlyList<(string Name, object? Value)> values,
        out List<int> places)
    {
        var command = connection.CreateCommand();
#pragma warning disable CA2100 // The text comes from the dialect, a .sql file or the metadata; values are parameters.
        // Only what the statement names: the server could not tell the type of another.
        List<int> used = places = [];
        command.CommandText = PostgreSqlParameters.ReplaceTyped(sql, values, i => $"${PlaceOf(used, i)}");
#pragma warning restore CA2100
        foreach (var index in used)
        {
            command.Parameters.Add(Bind(values[index].Value));
        }

        if (used.Count == 0 && sql.Contains(';', StringComparison.Ordinal))
        {
            // Else the client would cut the statement at each semicolon, also within a function's body.
            command.Parameters.Add(Bind(0L));
        }

        return command;
    }

    /// <summary>Statements that are sent together and succeed or fail together.</summary>
    public static NpgsqlBatch Batch(NpgsqlConnection connection, params IEnumerable<string> statements)
    {
        var batch = connection.CreateBatch();
        foreach (var statement in statements)
        {
#pragma warning disable CA2100 // Constants of this driver, its dialect and its .sql files.
            batch.BatchCommands.Add(new NpgsqlBatchCommand(statement));
#pragma warning restore CA2100
        }

        return batch;
    }

    /// <summary>The place, from 1, of a value among those that are used; it becomes one of them.</summary>
    public static int PlaceOf(List<int> used, int index)
    {
        if (!used.Contains(index))
        {
            used.Add(index);
        }

        return used.IndexOf(index) + 1;
    }

    /// <summary>A value as text, as PostgreSQL reads it.</summary>
    public static string? Text(object? value) => value switch
    {
        null or DBNull => null,
        string text => text,
        TypedValue typed => Text(typed.Parameter),
        DateTime time => time.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture),
        DateTimeOffset time => time.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFFzzz", CultureInfo.InvariantCulture),
        byte[] bytes => @"\x" + Convert.ToHexString(bytes),
        IFormattable other => other.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString(),
    };

    // A text without a type of its own is read as what stands beside it, like a literal.
    private static NpgsqlParameter Bind(object? value) => value switch
    {
        long or int or short or byte => new NpgsqlParameter<long>
        {
            TypedValue = Convert.ToInt64(value, CultureInfo.InvariantCulture),
            NpgsqlDbType = NpgsqlDbType.Bigint,
        },
        bool flag => new NpgsqlParameter<bool> { TypedValue = flag, NpgsqlDbType = NpgsqlDbType.Boolean },
        TypedValue typed => Bind(typed.Parameter),
        _ => new NpgsqlParameter
        {
            Value = (object?)Text(value) ?? DBNull.Value,
            NpgsqlDbType = NpgsqlDbType.Unknown,
        },
    };
}
