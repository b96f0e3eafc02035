using Npgsql;
using NpgsqlTypes;
using Orchestrator.Data.Calibrate;

namespace Orchestrator.Data.PostgreSql;

/// <summary>A prepared INSERT of several rows: typed parameters in binary, one for each value or for each column.
/// </summary>
internal sealed class PostgreSqlSampleInsert : ISampleInsert
{
    private readonly PostgreSqlDatabase _database;
    private readonly NpgsqlCommand _command;
    private readonly Action<SampleRows> _take;

    /// <summary>Prepares it.</summary>
    public PostgreSqlSampleInsert(PostgreSqlDatabase database, TableName table, InsertForm form, int rows)
    {
        _database = database;
        _command = database.Connection.CreateCommand();
        _command.CommandTimeout = 0;
#pragma warning disable CA2100 // The text comes from the dialect; values are parameters.
        _command.CommandText = form == InsertForm.Arrays
            ? database.Dialect.InsertArrays(table, SampleRows.Columns)
            : database.Dialect.InsertValues(table, [.. SampleRows.Columns.Select(column => column.Name)], rows);
#pragma warning restore CA2100
        _take = form == InsertForm.Arrays ? Arrays() : Values(rows);
        _command.Prepare();
    }

    public void Run(SampleRows rows)
    {
        _take(rows);
        _database.Watched(_command.CommandText, 1, _command.ExecuteNonQuery);
    }

    public void Dispose() => _command.Dispose();

    private Action<SampleRows> Arrays()
    {
        var ids = Added(new NpgsqlParameter<Guid[]> { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Uuid });
        var texts = Added(new NpgsqlParameter<string[]> { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Varchar });
        return rows => (ids.TypedValue, texts.TypedValue) = (rows.Ids, rows.Texts);
    }

    private Action<SampleRows> Values(int count)
    {
        var ids = new NpgsqlParameter<Guid>[count];
        for (var i = 0; i < count; i++)
        {
            ids[i] = Added(new NpgsqlParameter<Guid> { NpgsqlDbType = NpgsqlDbType.Uuid });
            Added(new NpgsqlParameter<string> { NpgsqlDbType = NpgsqlDbType.Varchar, TypedValue = SampleRows.Text });
        }

        return rows =>
        {
            for (var i = 0; i < ids.Length; i++)
            {
                ids[i].TypedValue = rows.Ids[i];
            }
        };
    }

    private T Added<T>(T parameter)
        where T : NpgsqlParameter
    {
        _command.Parameters.Add(parameter);
        return parameter;
    }
}
