using Npgsql;
using NpgsqlTypes;

namespace Orchestrator.Benchmarks.Bursts;

/// <summary>Rows merged one by one, each in a transaction of its own, by several writers with prepared statements.
/// </summary>
internal static class RowByRowMerge
{
    /// <summary>Merges the rows into `hand`, as many at a time as there are writers.</summary>
    public static void Run(string connectionString, IReadOnlyList<object[]> rows, int writers)
    {
        using var source = NpgsqlDataSource.Create(connectionString);
        var next = -1;
        var threads = Enumerable.Range(0, writers).Select(_ => new Thread(() =>
        {
            using var connection = source.OpenConnection();
            using var merge = Prepared(connection);
            for (int row; (row = Interlocked.Increment(ref next)) < rows.Count;)
            {
                for (var i = 0; i < rows[row].Length; i++)
                {
                    merge.Parameters[i].Value = rows[row][i];
                }

                merge.ExecuteNonQuery();
            }
        })).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
    }

    private static NpgsqlCommand Prepared(NpgsqlConnection connection)
    {
        var command = new NpgsqlCommand(
            "INSERT INTO hand VALUES ($1, $2, $3, $4, $5) ON CONFLICT (a, b) DO UPDATE "
            + "SET c = EXCLUDED.c, d = EXCLUDED.d, e = EXCLUDED.e", connection);
        NpgsqlDbType[] types =
        [
            NpgsqlDbType.Integer, NpgsqlDbType.Integer, NpgsqlDbType.Integer, NpgsqlDbType.Varchar,
            NpgsqlDbType.Timestamp,
        ];
        command.Parameters.AddRange(types.Select(type => new NpgsqlParameter { NpgsqlDbType = type }).ToArray());
        command.Prepare();
        return command;
    }
}
