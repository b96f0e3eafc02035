using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

/// <summary>What the client reads of the results that a script declares.</summary>
internal sealed class ResultTests
{
    private static IEnumerable<TypeCase> Cases() => TypeCase.All().Concat(TypeCase.OnlyRead());

    [TestCaseSource(nameof(Cases))]
    public void A_value_of_every_type_reaches_the_client(TypeCase one)
    {
        using var server = TdsServer.Start();
        server.On("select 1", reply => reply.Value(one.Type, one.Value));

        using var connection = server.Open();

        Assert.That(connection.Ask("select 1"), Is.EqualTo(one.Client));
    }

    [TestCaseSource(typeof(TypeCase), nameof(TypeCase.LongDecimals))]
    public void A_decimal_of_38_digits_reaches_the_client(TypeCase one)
    {
        using var server = TdsServer.Start();
        server.On("select 1", reply => reply.Value(one.Type, one.Value));

        using var connection = server.Open();
        using var reader = connection.Command("select 1").ExecuteReader();
        reader.Read();

        Assert.That(reader.GetSqlDecimal(0), Is.EqualTo(one.Client));
    }

    [TestCaseSource(nameof(Cases))]
    public void NULL_of_every_type_reaches_the_client_and_keeps_the_place_of_its_neighbours(TypeCase one)
    {
        using var server = TdsServer.Start();
        server.On("select 1", reply => reply.Rows(
            ["a int", $"b {one.Type}", "c nvarchar(5)"], [1, null, "x"], [null, null, "y"], [3, one.Value, "z"]));

        using var connection = server.Open();
        using var reader = connection.Command("select 1").ExecuteReader();
        var read = new List<object[]>();
        while (reader.Read())
        {
            read.Add([reader[0], reader[1], reader[2]]);
        }

        Assert.That(read, Is.EqualTo(new object[][]
        {
            [1, DBNull.Value, "x"], [DBNull.Value, DBNull.Value, "y"], [3, one.Client, "z"],
        }));
    }

    [Test]
    public void A_clr_type_reaches_the_client_as_bytes_with_its_name()
    {
        using var server = TdsServer.Start();
        server.On("select 1", reply => reply.Value("geography", new byte[] { 1, 2, 3 }));

        using var connection = server.Open();
        using var reader = connection.Command("select 1").ExecuteReader();
        reader.Read();

        Assert.That(reader.GetDataTypeName(0), Does.EndWith("sys.geography"));
        Assert.That(reader.GetSqlBytes(0).Value, Is.EqualTo(new byte[] { 1, 2, 3 }));
    }

    [TestCase("int not null", "int", false)]
    [TestCase("varchar(7)", "varchar", true)]
    [TestCase("nvarchar(7) not null", "nvarchar", false)]
    [TestCase("decimal(9,4)", "decimal", true)]
    [TestCase("datetimeoffset(3)", "datetimeoffset", true)]
    [TestCase("rowversion not null", "timestamp", false)]
    public void The_client_sees_the_columns_as_they_are_declared(string type, string name, bool isNullable)
    {
        using var server = TdsServer.Start();
        server.On("select 1", reply => reply.Rows([$"c {type}"]));

        using var connection = server.Open();
        using var reader = connection.Command("select 1").ExecuteReader();
        var column = reader.GetColumnSchema()[0];

        Assert.That(column.ColumnName, Is.EqualTo("c"));
        Assert.That(column.DataTypeName, Is.EqualTo(name));
        Assert.That(column.AllowDBNull, Is.EqualTo(isNullable));
    }

    [Test]
    public void Several_results_counts_and_messages_come_in_the_order_of_the_script()
    {
        using var server = TdsServer.Start();
        server.On("work", reply => reply.Print("begin").Rows(["n int"], [1], [2]).Done(5).Rows(["m int"]).Done(7));

        using var connection = server.Open();
        var messages = new List<string>();
        connection.InfoMessage += (_, e) => messages.Add(e.Message);
        using var reader = connection.Command("work").ExecuteReader();
        var results = new List<string>();
        do
        {
            var rows = 0;
            while (reader.Read())
            {
                rows++;
            }

            results.Add($"{reader.GetName(0)}:{rows}");
        }
        while (reader.NextResult());

        Assert.That(results, Is.EqualTo(new[] { "n:2", "m:0" }));
        Assert.That(reader.RecordsAffected, Is.EqualTo(12));
        Assert.That(messages, Is.EqualTo(new[] { "begin" }));
    }

    [Test]
    public void A_result_of_many_packets_arrives_whole()
    {
        using var server = TdsServer.Start();
        server.PacketSizeMax = 512;
        server.On("select 1", reply => reply.Rows(
            [Column.Parse("n int"), Column.Parse("t varchar(max)")],
            Enumerable.Range(0, 2000).Select(i => new object?[] { i, new string('x', i) })));

        using var connection = server.Open();
        using var reader = connection.Command("select 1").ExecuteReader();
        var read = 0;
        while (reader.Read())
        {
            Assert.That((reader.GetInt32(0), reader.GetString(1).Length), Is.EqualTo((read, read)));
            read++;
        }

        Assert.That(connection.PacketSize, Is.EqualTo(512));
        Assert.That(read, Is.EqualTo(2000));
    }
}
