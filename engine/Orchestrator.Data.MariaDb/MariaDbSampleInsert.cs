using MySqlConnector;
using Orchestrator.Data.Calibrate;

namespace Orchestrator.Data.MariaDb;

/// <summary>A prepared INSERT of several rows, with a parameter for each value.</summary>
internal sealed class MariaDbSampleInsert : ISampleInsert
{
    private const int IdBytes = 16;

    private readonly MariaDbDatabase _database;
    private readonly MySqlCommand _command;
    private readonly byte[][] _ids;

    /// <summary>Prepares it.</summary>
    /// <exception cref="NotSupportedException">It is to take arrays.</exception>
    public MariaDbSampleInsert(MariaDbDatabase database, TableName table, InsertForm form, int rows)
    {
        if (form == InsertForm.Arrays)
        {
            throw new NotSupportedException(database.Dialect.ArraysRefusal);
        }

        _database = database;
        string[] names = [.. SampleRows.Columns.Select(column => column.Name)];
        _command = MariaDbCommands.Make(database.Connection, database.Dialect.InsertValues(table, names, rows), []);
        _ids = [.. Enumerable.Range(0, rows).Select(_ => new byte[IdBytes])];
        foreach (var id in _ids)
        {
            _command.Parameters.Add(MariaDbCommands.Bind($"@p{_command.Parameters.Count + 1}", id));
            _command.Parameters.Add(MariaDbCommands.Bind($"@p{_command.Parameters.Count + 1}", SampleRows.Text));
        }

        _command.Prepare();
    }

    public void Run(SampleRows rows)
    {
        for (var i = 0; i < _ids.Length; i++)
        {
            rows.Ids[i].TryWriteBytes(_ids[i], bigEndian: true, out _);
        }

        _database.Watched(_command.CommandText, 1, _command.ExecuteNonQuery);
    }

    public void Dispose() => _command.Dispose();
}
