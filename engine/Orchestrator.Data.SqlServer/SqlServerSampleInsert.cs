using System.Data;
using System.Text;
using Microsoft.Data.SqlClient;
using Orchestrator.Data.Calibrate;

namespace Orchestrator.Data.SqlServer;

/// <summary>An INSERT of several rows, with a parameter for each value or one text for all.</summary>
internal sealed class SqlServerSampleInsert : ISampleInsert
{
    private readonly SqlServerDatabase _database;
    private readonly SqlCommand _command;
    private readonly bool _isArrays;

    /// <summary>Makes it.</summary>
    public SqlServerSampleInsert(SqlServerDatabase database, TableName table, InsertForm form, int rows)
    {
        _database = database;
        _isArrays = form == InsertForm.Arrays;
        _command = database.Command(_isArrays
            ? database.Dialect.InsertArrays(table, SampleRows.Columns)
            : database.Dialect.InsertValues(table, [.. SampleRows.Columns.Select(column => column.Name)], rows), []);
        if (_isArrays)
        {
            Add(1, SqlDbType.NVarChar, -1);
            return;
        }

        for (var i = 0; i < rows; i++)
        {
            Add(2 * i + 1, SqlDbType.UniqueIdentifier, 0);
            Add(2 * i + 2, SqlDbType.VarChar, SampleRows.Text.Length);
        }
    }

    public void Run(SampleRows rows)
    {
        if (_isArrays)
        {
            _command.Parameters[0].Value = Json(rows);
        }

        for (var i = 0; !_isArrays && i < rows.Ids.Length; i++)
        {
            _command.Parameters[2 * i].Value = rows.Ids[i];
            _command.Parameters[2 * i + 1].Value = rows.Texts[i];
        }

        _database.Run(_command, 1, static command => command.ExecuteNonQuery());
    }

    public void Dispose() => _command.Dispose();

    // GUIDs and the text of every row hold nothing that JSON would have to escape.
    private static string Json(SampleRows rows)
    {
        var text = new StringBuilder("[");
        for (var i = 0; i < rows.Ids.Length; i++)
        {
            text.Append(i == 0 ? "[\"" : ",[\"").Append(rows.Ids[i])
                .Append("\",\"").Append(rows.Texts[i]).Append("\"]");
        }

        return text.Append(']').ToString();
    }

    private void Add(int place, SqlDbType type, int size) =>
        _command.Parameters.Add(new SqlParameter($"@p{place}", type, size));
}
