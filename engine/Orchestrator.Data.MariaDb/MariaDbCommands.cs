using System.Globalization;
using MySqlConnector;
using Orchestrator.Core.Types;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.MariaDb;

/// <summary>Commands with parameters by name. As text, they are literals that the client writes; the server reads each
/// as what stands beside it.</summary>
internal static class MariaDbCommands
{
    /// <summary>One statement with those of the values bound that it names.</summary>
    public static MySqlCommand Make(
        MySqlConnection connection, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        var command = connection.CreateCommand();
#pragma warning disable CA2100 // The text comes from the dialect, a .sql file or the metadata; values are parameters.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.CommandTimeout = 0;
        foreach (var (name, value) in Used(sql, values))
        {
            command.Parameters.Add(Bind(name, value));
        }

        return command;
    }

    /// <summary>A value as a parameter.</summary>
    public static MySqlParameter Bind(string name, object? value) => value switch
    {
        long or int or short or byte => new MySqlParameter(name, MySqlDbType.Int64)
        {
            Value = Convert.ToInt64(value, CultureInfo.InvariantCulture),
        },
        // TRUE and FALSE are numbers there.
        bool flag => new MySqlParameter(name, MySqlDbType.Int64) { Value = flag ? 1L : 0 },
        double number => new MySqlParameter(name, MySqlDbType.Double) { Value = number },
        // Between quotes it would be compared as a floating number.
        decimal number => new MySqlParameter(name, MySqlDbType.NewDecimal) { Value = number },
        byte[] bytes => new MySqlParameter(name, MySqlDbType.LongBlob) { Value = bytes },
        TypedValue typed => Bind(name, typed.Parameter),
        _ => new MySqlParameter(name, MySqlDbType.VarString) { Value = (object?)Text(value) ?? DBNull.Value },
    };

    /// <summary>A value as text, as MariaDB reads it; times with an offset are in UTC, as the sessions are.</summary>
    public static string? Text(object? value) => value switch
    {
        null or DBNull => null,
        string text => text,
        TypedValue typed => Text(typed.Parameter),
        bool flag => flag ? "1" : "0",
        DateTime time => time.ToString("yyyy-MM-dd HH:mm:ss.FFFFFF", CultureInfo.InvariantCulture),
        DateTimeOffset time => Text(time.UtcDateTime),
        byte[] bytes => "0x" + Convert.ToHexString(bytes),
        IFormattable other => other.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString(),
    };

    /// <summary>The values that a statement names, each once.</summary>
    public static IEnumerable<(string Name, object? Value)> Used(
        string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        if (values.Count == 0)
        {
            return [];
        }

        var named = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        for (var place = 0; place < sql.Length;)
        {
            var length = MariaDbToken.Length(sql, place);
            // Two of them begin a variable of the server.
            if (sql[place] == '@' && place + 1 < sql.Length && (place == 0 || sql[place - 1] != '@')
                && SqlPieces.WordLength(sql, place + 1) is var word and > 0)
            {
                named.Add(sql.Substring(place + 1, word));
                length = word + 1;
            }

            place += length;
        }

        return values.Select(value => (Name: "@" + value.Name.TrimStart('@'), value.Value))
            .Where(value => named.Contains(value.Name[1..]))
            .DistinctBy(value => value.Name, StringComparer.OrdinalIgnoreCase);
    }
}
