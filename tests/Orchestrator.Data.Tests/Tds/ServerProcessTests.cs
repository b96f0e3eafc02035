using System.Diagnostics;
using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

internal sealed class ServerProcessTests
{
    [Test]
    public void A_server_in_its_own_process_swallows_a_bulk_copy()
    {
        using var process = ServerProcess.Start("dbo.T", "a int");

        Assert.That(Copy(process, 10_000).RowsCopied, Is.EqualTo(10_000));
    }

    [TestCase(1)]
    [TestCase(5)]
    [Explicit("measures: rows per second of a bare bulk copy of ints into a server that swallows them")]
    public void A_bare_bulk_copy_is_measured(int columns)
    {
        const int Rows = 3_000_000;
        using var process = ServerProcess.Start("dbo.T", [.. "abcde"[..columns].Select(name => $"{name} int")]);
        Copy(process, Rows / 10, columns);

        for (var round = 0; round < 3; round++)
        {
            var begin = Stopwatch.GetTimestamp();
            Copy(process, Rows, columns);
            var rate = Rows / Stopwatch.GetElapsedTime(begin).TotalSeconds;
            TestContext.Out.WriteLine($"{columns} columns: {rate / 1e6:0.00} million rows/s");
        }
    }

    private static SqlBulkCopy Copy(ServerProcess process, int count, int columns = 1)
    {
        using var connection = new SqlConnection(process.ConnectionString);
        connection.Open();
        using var copy = new SqlBulkCopy(connection) { DestinationTableName = "dbo.T", BulkCopyTimeout = 0 };
        using var rows = new NumberReader(count, columns: columns);
        copy.WriteToServer(rows);
        return copy;
    }
}
