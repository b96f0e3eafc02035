using System.Text;
using Npgsql;
using NpgsqlTypes;

namespace Orchestrator.Data.PostgreSql;

/// <summary>The values of a row as parameters of an INSERT: text that the server reads by itself.</summary>
internal sealed class PostgreSqlRowParameters
{
    private readonly NpgsqlParameter<string>[] _parameters;
    private readonly ValueText _texts = new();
    private readonly int _columns;

    private PostgreSqlRowParameters(int columns, FilledRow filled)
    {
        _columns = columns;
        _parameters = new NpgsqlParameter<string>[columns + filled.Columns.Count];
        for (var i = 0; i < _parameters.Length; i++)
        {
            _parameters[i] = new NpgsqlParameter<string> { NpgsqlDbType = NpgsqlDbType.Unknown };
        }

        for (var i = 0; i < filled.Columns.Count; i++)
        {
            Set(columns + i, filled.Row.Columns[i], 0);
        }
    }

    /// <summary>Adds them behind those of a command; the columns with one value for all rows are set here.</summary>
    public static PostgreSqlRowParameters Behind(NpgsqlParameterCollection command, int columns, FilledRow filled)
    {
        var row = new PostgreSqlRowParameters(columns, filled);
        foreach (var parameter in row._parameters)
        {
            command.Add(parameter);
        }

        return row;
    }

    /// <summary>Takes the values of a row.</summary>
    public void Take(RowBatch batch, int row)
    {
        var vectors = batch.Columns;
        for (var i = 0; i < _columns; i++)
        {
            Set(i, vectors[i], row);
        }
    }

    private void Set(int place, ColumnVector column, int row) =>
        _parameters[place].TypedValue = column.IsNull(row)
            ? column.TryBeyond(row, out var beyond) ? Encoding.ASCII.GetString(beyond) : null
            : Encoding.UTF8.GetString(_texts.Of(column, row));
}
