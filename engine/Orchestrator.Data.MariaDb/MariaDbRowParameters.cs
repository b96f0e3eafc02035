using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>The values of rows as parameters of one INSERT, row behind row.</summary>
internal sealed class MariaDbRowParameters
{
    private readonly MariaDbValue[] _values;
    private readonly int _columns;

    /// <summary>Adds them to a command; the columns that have one value for all rows are set here.</summary>
    /// <param name="command">The parameters of the command.</param>
    /// <param name="columns">The columns of the batches, and which of them are years in the table.</param>
    /// <param name="filled">Columns with one value for all rows.</param>
    /// <param name="rows">How many rows the statement takes.</param>
    public MariaDbRowParameters(
        MySqlParameterCollection command, IReadOnlyList<(RowColumn Column, bool IsYear)> columns,
        IReadOnlyList<FilledColumn> filled, int rows)
    {
        _columns = columns.Count;
        _values = new MariaDbValue[rows * columns.Count];
        for (var i = 0; i < _values.Length; i++)
        {
            var (column, isYear) = columns[i % _columns];
            _values[i] = MariaDbValue.For(column.Type, command.Count + 1, isYear);
            command.Add(_values[i].Parameter);
            if (i % _columns == _columns - 1)
            {
                AddFilled(command, filled);
            }
        }
    }

    /// <summary>Takes rows of a batch, as many as there are.</summary>
    /// <param name="from">The first row.</param>
    /// <param name="row">The row at hand, for who has to tell which one it was.</param>
    /// <exception cref="FormatException">The server would make another value of one.</exception>
    public void Take(RowBatch batch, int from, ref int row)
    {
        var vectors = batch.Columns;
        row = from;
        for (var i = 0; i < _values.Length; row++)
        {
            for (var column = 0; column < _columns; column++)
            {
                _values[i++].Take(vectors[column], row);
            }
        }
    }

    private static void AddFilled(MySqlParameterCollection command, IReadOnlyList<FilledColumn> filled)
    {
        foreach (var column in filled)
        {
            command.Add(MariaDbCommands.Bind($"@p{command.Count + 1}", Value(column)));
        }
    }

    private static object? Value(FilledColumn filled) => (filled.Value, filled.Column.Type) switch
    {
        (null, _) => null,
        (long number, { IsInteger: true }) => number,
        (string text, var type) when ValueStorages.IsText(type) => text,
        _ => throw new ArgumentException(
            $"{filled.Column.Name}: a {filled.Value!.GetType().Name} is no {filled.Column.Type}", nameof(filled)),
    };
}
