using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

/// <summary>What the server decodes of the client's bulk copy.</summary>
internal sealed class BulkCopyTests
{
    [Test]
    public void A_bulk_copy_from_a_table_is_decoded_and_recorded()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.Customer", "Id int not null", "Name nvarchar(50)");

        using var connection = server.Open();
        connection.Load("dbo.Customer", ["Id", "Name"], [1, "Ann"], [2, DBNull.Value]);

        Assert.That(table.Rows, Is.EqualTo(new object?[][] { [1, "Ann"], [2, null] }));
        Assert.That(server.Recorder.Of(1), Is.EqualTo(new[]
        {
            "login loader database=Staging app=tests",
            "metadata of [dbo].[Customer]",
            "insert bulk [dbo].[Customer] ([Id] Int, [Name] NVarChar(50) COLLATE SQL_Latin1_General_CP1_CI_AS)",
            "bulk Id int not null, Name nvarchar(50): 2 rows",
        }));
    }

    [TestCaseSource(typeof(TypeCase), nameof(TypeCase.All))]
    public void A_value_of_every_type_is_decoded(TypeCase one)
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int", $"b {one.Type}", "c nvarchar(5)");

        using var connection = server.Open();
        connection.Load("dbo.T", ["a", "b", "c"],
            [1, one.Client, "x"], [DBNull.Value, DBNull.Value, DBNull.Value], [3, one.Client, "z"]);

        Assert.That(table.Rows.Select(Bare), Is.EqualTo(new object?[][]
        {
            [1, Bare(one.Value), "x"], [null, null, null], [3, Bare(one.Value), "z"],
        }));
    }

    [TestCaseSource(typeof(TypeCase), nameof(TypeCase.All))]
    public void A_value_of_every_type_that_is_not_null_is_decoded(TypeCase one)
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", $"b {one.Type} not null");

        using var connection = server.Open();
        connection.Load("dbo.T", ["b"], [one.Client], [one.Client]);

        Assert.That(table.Rows.Select(Bare), Is.EqualTo(new[] { [Bare(one.Value)], new[] { Bare(one.Value) } }));
    }

    [Test]
    public void A_reader_is_streamed_over_many_packets_and_its_columns_find_their_places()
    {
        using var server = TdsServer.Start();
        var target = server.Table("dbo.Target", "Extra int", "Name varchar(max)", "Id int not null identity");
        server.On("select 1", reply => reply.Rows(
            [Column.Parse("Id int"), Column.Parse("Name varchar(max)")],
            Enumerable.Range(0, 3000).Select(i => new object?[] { i, new string('x', i) })));

        using var from = server.Open();
        using var to = server.Open();
        using var reader = from.Command("select 1").ExecuteReader();
        using var copy = new SqlBulkCopy(to, SqlBulkCopyOptions.KeepIdentity | SqlBulkCopyOptions.TableLock, null)
        {
            DestinationTableName = "dbo.Target",
            EnableStreaming = true,
            ColumnMappings = { { "Id", "Id" }, { "Name", "Name" } },
        };
        copy.WriteToServer(reader);

        Assert.That(target.Rows, Has.Count.EqualTo(3000));
        Assert.That(target.Rows.Select(row => (row[0], ((string)row[1]!).Length, row[2])),
            Is.EqualTo(Enumerable.Range(0, 3000).Select(i => ((object?)null, i, (object?)i))));
        Assert.That(target.Loads[0].Statement, Does.EndWith("with (TABLOCK)").Or.Contain("TABLOCK"));
    }

    [Test]
    public async Task An_asynchronous_copy_is_decoded_as_well()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");

        await using var connection = new SqlConnection(server.ConnectionString);
        await connection.OpenAsync();
        using var copy = new SqlBulkCopy(connection) { DestinationTableName = "dbo.T" };
        using var rows = new NumberReader(10_000);
        await copy.WriteToServerAsync(rows);

        Assert.That(table.Rows.Select(row => row[0]), Is.EqualTo(Enumerable.Range(0, 10_000)));
    }

    [Test]
    public void The_raw_bytes_of_a_load_are_kept()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");

        using var connection = server.Open();
        connection.Load("dbo.T", ["a"], [0x01020304]);

        Assert.That(table.Loads[0].Raw, Is.EqualTo(Convert.FromHexString(
            "81" + "0100" + "00000000" + "0900" + "2604" + "01" + "6100"
            + "D1" + "04" + "04030201"
            + "FD" + "0000" + "0000" + "00000000")));
    }

    [Test]
    public void A_table_that_was_not_declared_does_not_exist()
    {
        using var server = TdsServer.Start();

        using var connection = server.Open();

        Assert.That(
            () => connection.Load("dbo.Nowhere", ["a"], [1]),
            Throws.TypeOf<SqlException>().With.Property("Number").EqualTo(208)
                .Or.InnerException.With.Property("Number").EqualTo(208));
    }

    /// <summary>The client chooses the type in a sql_variant, and puts a byte order mark before xml.</summary>
    private static object? Bare(object? value) => value switch
    {
        VariantValue variant => variant.Value,
        string text => text.TrimStart('\uFEFF'),
        _ => value,
    };

    private static object?[] Bare(object?[] row) => [.. row.Select(Bare)];
}
