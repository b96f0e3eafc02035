using System.Security.Cryptography;
using System.Text;
using Npgsql;
using NpgsqlTypes;

namespace Orchestrator.Benchmarks.Versions;

/// <summary>
/// A delivery as the wizard for slowly changing dimensions of SSIS takes it: each row is looked up, each command is a
/// transaction. The statements are prepared.
/// </summary>
internal static class RowByRow
{
    /// <summary>Reads a delivery and writes versions into `hand`.</summary>
    public static void Deliver(string source, string target, string delivery)
    {
        using var reading = NpgsqlDataSource.Create(source);
        using var writing = NpgsqlDataSource.Create(target);
        using var from = reading.OpenConnection();
        using var to = writing.OpenConnection();
        using var find = Prepared(to, "SELECT row_hash FROM hand WHERE id = $1 AND is_current", NpgsqlDbType.Integer);
        using var end = Prepared(to, "UPDATE hand SET valid_to = $2, is_current = false WHERE id = $1 AND is_current",
            NpgsqlDbType.Integer, NpgsqlDbType.Timestamp);
        using var add = Prepared(to,
            "INSERT INTO hand VALUES ($1, $2, $3, $4, $5, $6, $7, $2, timestamp '9999-12-31', true)",
            NpgsqlDbType.Integer, NpgsqlDbType.Timestamp, NpgsqlDbType.Varchar, NpgsqlDbType.Varchar,
            NpgsqlDbType.Numeric, NpgsqlDbType.Varchar, NpgsqlDbType.Bytea);
        using var read = new NpgsqlCommand(
            $"SELECT id, modified, city, segment, price, note FROM {delivery}", from);
        using var rows = read.ExecuteReader();
        var values = new object[6];
        while (rows.Read())
        {
            rows.GetValues(values);
            var hash = SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('|', values[2..])));
            var found = (byte[]?)With(find, values[0]).ExecuteScalar();
            if (found is not null && hash.AsSpan().SequenceEqual(found))
            {
                continue;
            }

            if (found is not null)
            {
                With(end, values[0], values[1]).ExecuteNonQuery();
            }

            With(add, [.. values, hash]).ExecuteNonQuery();
        }
    }

    private static NpgsqlCommand Prepared(NpgsqlConnection connection, string sql, params NpgsqlDbType[] types)
    {
        var command = new NpgsqlCommand(sql, connection);
        command.Parameters.AddRange(types.Select(type => new NpgsqlParameter { NpgsqlDbType = type }).ToArray());
        command.Prepare();
        return command;
    }

    private static NpgsqlCommand With(NpgsqlCommand command, params object[] values)
    {
        for (var i = 0; i < values.Length; i++)
        {
            command.Parameters[i].Value = values[i];
        }

        return command;
    }
}
