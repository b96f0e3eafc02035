using System.Data;
using Microsoft.Data.SqlClient;

namespace Orchestrator.Tds.Tests;

internal sealed class BulkCopyTests
{
    [Test]
    public void A_bulk_copy_from_a_table_is_decoded()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.Customer", "Id int not null", "Name nvarchar(50)");
        using var rows = new DataTable { Columns = { { "Id", typeof(int) }, { "Name", typeof(string) } } };
        rows.Rows.Add(1, "Ann");
        rows.Rows.Add(2, DBNull.Value);

        using var connection = server.Open();
        using var copy = new SqlBulkCopy(connection) { DestinationTableName = "dbo.Customer" };
        copy.WriteToServer(rows);

        Assert.That(table.Rows, Is.EqualTo(new object?[][] { [1, "Ann"], [2, null] }));
        Assert.That(server.Recorder.Of(1), Is.EqualTo(new[]
        {
            "login loader database=Staging app=tests",
            "metadata of [dbo].[Customer]",
            "insert bulk [dbo].[Customer] ([Id] Int, [Name] NVarChar(50) COLLATE SQL_Latin1_General_CP1_CI_AS)",
            "bulk Id int not null, Name nvarchar(50): 2 rows",
        }));
    }
}
