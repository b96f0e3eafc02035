using System.Text;
using Npgsql;
using NpgsqlTypes;

namespace Orchestrator.Data.PostgreSql;

/// <summary>The values of a row as parameters of an INSERT: text that the server reads by itself.</summary>
internal sealed class RowParameters
{
    private readonly NpgsqlParameterCollection parameters;
    private readonly ValueText texts = new();
    private readonly int first;
    private readonly int columns;

    /// <summary>Those of a command, from a place on; the columns with one value for all rows are set here.</summary>
    public RowParameters(NpgsqlCommand command, int first, int columns, FilledRow filled)
    {
        (parameters, this.first, this.columns) = (command.Parameters, first, columns);
        for (var i = 0; i < filled.Columns.Count; i++)
        {
            Set(columns + i, filled.Row.Columns[i], 0);
        }
    }

    /// <summary>Takes the values of a row.</summary>
    public void Take(RowBatch batch, int row)
    {
        var vectors = batch.Columns;
        for (var i = 0; i < columns; i++)
        {
            Set(i, vectors[i], row);
        }
    }

    private void Set(int place, ColumnVector column, int row)
    {
        var parameter = parameters[first + place];
        parameter.NpgsqlDbType = NpgsqlDbType.Unknown;
        parameter.Value = column.IsNull(row)
            ? column.TryBeyond(row, out var beyond) ? Encoding.ASCII.GetString(beyond) : DBNull.Value
            : Encoding.UTF8.GetString(texts.Of(column, row));
    }
}
