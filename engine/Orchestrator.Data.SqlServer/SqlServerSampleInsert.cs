using System.Data;
using System.Text;
using Microsoft.Data.SqlClient;
using Orchestrator.Data.Calibrate;

namespace Orchestrator.Data.SqlServer;

/// <summary>An INSERT of several rows, with a parameter for each value or one text for all.</summary>
internal sealed class SqlServerSampleInsert : ISampleInsert
{
    private readonly SqlServerDatabase database;
    private readonly SqlCommand command;
    private readonly bool isArrays;

    /// <summary>Makes it.</summary>
    public SqlServerSampleInsert(SqlServerDatabase database, TableName table, InsertForm form, int rows)
    {
        this.database = database;
        isArrays = form == InsertForm.Arrays;
        command = database.Command(isArrays
            ? database.Dialect.InsertArrays(table, SampleRows.Columns)
            : database.Dialect.InsertValues(table, [.. SampleRows.Columns.Select(column => column.Name)], rows), []);
        if (isArrays)
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

    /// <inheritdoc/>
    public void Run(SampleRows rows)
    {
        if (isArrays)
        {
            command.Parameters[0].Value = Json(rows);
        }

        for (var i = 0; !isArrays && i < rows.Ids.Length; i++)
        {
            command.Parameters[2 * i].Value = rows.Ids[i];
            command.Parameters[2 * i + 1].Value = rows.Texts[i];
        }

        database.Run(command, 1, static command => command.ExecuteNonQuery());
    }

    /// <inheritdoc/>
    public void Dispose() => command.Dispose();

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
        command.Parameters.Add(new SqlParameter($"@p{place}", type, size));
}
