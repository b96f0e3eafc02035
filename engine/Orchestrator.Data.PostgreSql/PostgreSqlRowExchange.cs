using Npgsql;
using NpgsqlTypes;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// The same statement for several rows, each in a transaction of its own, sent together: the server goes from one
/// COMMIT to the next row without anybody waiting for the other, and answers when all is done. The first that fails
/// ends it.
/// </summary>
internal sealed class PostgreSqlRowExchange : IDisposable
{
    private readonly NpgsqlBatch _batch;
    private readonly NpgsqlBatchCommand[] _inserts;
    private readonly NpgsqlParameter<long>[] _steps;
    private readonly PostgreSqlRowParameters[] _rows;
    private bool _isPrepared;

    /// <summary>Makes it.</summary>
    /// <param name="begin">Begins a transaction.</param>
    /// <param name="sql">The statement of the first row, and of those behind it: $1 is the step, the values of the row
    /// are $2 on.</param>
    /// <param name="count">Rows that are sent together.</param>
    /// <param name="columns">Columns whose values come with each row.</param>
    /// <param name="filled">Columns behind them with one value for all rows.</param>
    public PostgreSqlRowExchange(
        NpgsqlConnection connection, string begin, Func<bool, string> sql, int count, int columns, FilledRow filled)
    {
        Sql = sql(true);
        var next = sql(false);
        _inserts = new NpgsqlBatchCommand[count];
        (_steps, _rows) = (new NpgsqlParameter<long>[count], new PostgreSqlRowParameters[count]);
        _batch = connection.CreateBatch();
        Add(begin);
        for (var i = 0; i < count; i++)
        {
            _inserts[i] = Add(i == 0 ? Sql : next);
            _steps[i] = new NpgsqlParameter<long> { NpgsqlDbType = NpgsqlDbType.Bigint };
            _inserts[i].Parameters.Add(_steps[i]);
            _rows[i] = PostgreSqlRowParameters.Behind(_inserts[i].Parameters, columns, filled);
            Add(i < count - 1 ? "COMMIT AND CHAIN" : "COMMIT");
        }
    }

    /// <summary>The statement of the first row.</summary>
    public string Sql { get; }

    /// <summary>Rows that are sent together.</summary>
    public int Count => _rows.Length;

    /// <summary>Takes the values of rows, and the number of the first one's transaction.</summary>
    public void Take(RowBatch values, int from, long step)
    {
        for (var i = 0; i < _rows.Length; i++)
        {
            _steps[i].TypedValue = step + i;
            _rows[i].Take(values, from + i);
        }
    }

    /// <summary>Sends them, and waits for what became of each.</summary>
    /// <param name="isPrepared">Whether the server is to keep the statements.</param>
    /// <returns>What the server refused; those behind it were not tried.</returns>
    public PostgresException? Run(NpgsqlConnection connection, bool isPrepared)
    {
        try
        {
            if (isPrepared && !_isPrepared)
            {
                _batch.Prepare();
                _isPrepared = true;
            }

            _batch.ExecuteNonQuery();
            return null;
        }
        catch (PostgresException refusal) when (connection.State == System.Data.ConnectionState.Open)
        {
            using var back = PostgreSqlCommands.Batch(connection, "ROLLBACK");
            back.ExecuteNonQuery();
            return refusal;
        }
    }

    /// <summary>How many of the rows were tried: all, or those up to the one that was refused.</summary>
    public int Tried(PostgresException? refusal) => refusal is null
        ? Count
        : Math.Min(Count, (Math.Max(1, _batch.BatchCommands.IndexOf(refusal.BatchCommand!)) + 1) / 2);

    /// <summary>Which of those that were tried are not there, in their order.</summary>
    public List<int> Left(int from, int tried, PostgresException? refusal)
    {
        var left = new List<int>();
        for (var i = 0; i < tried; i++)
        {
            if (_inserts[i].Rows == 0 || (refusal is not null && i == tried - 1))
            {
                left.Add(from + i);
            }
        }

        return left;
    }

    public void Dispose() => _batch.Dispose();

    private NpgsqlBatchCommand Add(string sql)
    {
#pragma warning disable CA2100 // The text comes from the dialect; values are parameters.
        var command = new NpgsqlBatchCommand(sql);
#pragma warning restore CA2100
        _batch.BatchCommands.Add(command);
        return command;
    }
}
