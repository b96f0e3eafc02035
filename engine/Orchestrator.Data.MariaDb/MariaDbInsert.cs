using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>One prepared INSERT of a number of rows.</summary>
internal sealed class MariaDbInsert : IDisposable
{
    private readonly MySqlCommand _command;
    private readonly MariaDbRowParameters _parameters;

    /// <summary>Makes it; it is prepared when it runs for the first time.</summary>
    /// <param name="columns">The columns of the batches, and which of them are years in the table.</param>
    /// <param name="filled">Columns with one value for all rows.</param>
    /// <param name="rows">How many rows it takes.</param>
    public MariaDbInsert(
        MariaDbDatabase database, TableName table, IReadOnlyList<(RowColumn Column, bool IsYear)> columns,
        IReadOnlyList<FilledColumn> filled, int rows)
    {
        string[] names =
            [.. columns.Select(each => each.Column.Name), .. filled.Select(column => column.Column.Name)];
        _command = MariaDbCommands.Make(database.Connection, database.Dialect.InsertValues(table, names, rows), []);
        _parameters = new MariaDbRowParameters(_command.Parameters, columns, filled, rows);
    }

    /// <inheritdoc cref="MariaDbRowParameters.Take"/>
    public void Take(RowBatch batch, int from, ref int row) => _parameters.Take(batch, from, ref row);

    /// <summary>Sends the rows that were taken.</summary>
    /// <returns>Rows that the table took.</returns>
    public int Run()
    {
        // Of a session that was lost nothing is prepared; as text the client would write other numbers.
        _command.Prepare();
        return _command.ExecuteNonQuery();
    }

    public void Dispose() => _command.Dispose();
}
