using System.Data;
using System.Data.SqlTypes;
using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

/// <summary>What the server decodes of the parameters that the client sends.</summary>
internal sealed class ParameterTests
{
    private static IEnumerable<Sent> Parameters() =>
    [
        Typed(SqlDbType.Bit, true, "bit"),
        Typed(SqlDbType.TinyInt, (byte)255, "tinyint"),
        Typed(SqlDbType.SmallInt, short.MinValue, "smallint"),
        Typed(SqlDbType.Int, int.MinValue, "int"),
        Typed(SqlDbType.BigInt, long.MaxValue, "bigint"),
        Typed(SqlDbType.Decimal, -123.45m, "numeric(5,2)"),
        Typed(SqlDbType.SmallMoney, 214_748.3647m, "smallmoney"),
        Typed(SqlDbType.Money, -922_337_203_685_477.5808m, "money"),
        Typed(SqlDbType.Real, 1.5f, "real"),
        Typed(SqlDbType.Float, double.MaxValue, "float"),
        Typed(SqlDbType.Date, new DateTime(9999, 12, 31), "date", DateOnly.MaxValue),
        Typed(SqlDbType.Time, new TimeSpan(TimeSpan.TicksPerDay - 1), "time(7)"),
        Typed(SqlDbType.DateTime, new DateTime(1753, 1, 1, 0, 0, 0, 3), "datetime"),
        Typed(SqlDbType.SmallDateTime, new DateTime(2079, 6, 6, 23, 59, 0), "smalldatetime"),
        Typed(SqlDbType.DateTime2, DateTime.MaxValue, "datetime2(7)"),
        Typed(SqlDbType.DateTimeOffset, new DateTimeOffset(2026, 1, 31, 1, 2, 3, TimeSpan.FromHours(-8)),
            "datetimeoffset(7)"),
        Typed(SqlDbType.Char, "abc", "char(3)"),
        Typed(SqlDbType.VarChar, "Zürich €", "varchar(8)"),
        Typed(SqlDbType.VarChar, new string('x', 10_000), "varchar(max)"),
        Typed(SqlDbType.NChar, "日本", "nchar(2)"),
        Typed(SqlDbType.NVarChar, "日本 it's", "nvarchar(7)"),
        Typed(SqlDbType.NVarChar, new string('日', 50_000), "nvarchar(max)"),
        Typed(SqlDbType.Text, "Grüße", "text"),
        Typed(SqlDbType.NText, "日本", "ntext"),
        Typed(SqlDbType.Binary, new byte[] { 1, 2 }, "binary(2)"),
        Typed(SqlDbType.VarBinary, new byte[] { 1, 2, 3 }, "varbinary(3)"),
        Typed(SqlDbType.VarBinary, new byte[9000], "varbinary(max)"),
        Typed(SqlDbType.Image, new byte[] { 0, 255 }, "image"),
        Typed(SqlDbType.UniqueIdentifier, new Guid("00112233-4455-6677-8899-aabbccddeeff"), "uniqueidentifier"),
        Typed(SqlDbType.Xml, "<a/>", "xml"),
        Typed(SqlDbType.Variant, 7, "sql_variant", new VariantValue("int", 7)),
    ];

    [TestCaseSource(nameof(Parameters))]
    public void A_parameter_of_every_type_is_decoded(Sent sent)
    {
        using var server = TdsServer.Start();
        Request? asked = null;
        server.On("select @p", (request, reply) =>
        {
            asked = request;
            reply.Value("int", 1);
        });

        using var connection = server.Open();
        using var command = connection.Command("select @p");
        command.Parameters.Add(new SqlParameter("@p", sent.Type) { Value = sent.Value });
        command.ExecuteScalar();

        var parameter = ((Call)asked!).Parameters.Single();
        Assert.That(parameter.Name, Is.EqualTo("@p"));
        Assert.That(parameter.Type.ToString(), Is.EqualTo(sent.Declared));
        Assert.That(parameter.Value, Is.EqualTo(sent.Decoded));
    }

    [TestCaseSource(nameof(Parameters))]
    public void NULL_of_every_type_is_decoded(Sent sent)
    {
        using var server = TdsServer.Start();
        object? first = "not called";
        object? second = null;
        server.On("select @p, @q", (request, reply) =>
        {
            (first, second) = (((Call)request)["@p"], ((Call)request)["@q"]);
            reply.Value("int", 1);
        });

        using var connection = server.Open();
        using var command = connection.Command("select @p, @q");
        command.Parameters.Add(new SqlParameter("@p", sent.Type) { Value = DBNull.Value });
        command.Parameters.AddWithValue("@q", 7);
        command.ExecuteScalar();

        Assert.That((first, second), Is.EqualTo(((object?)null, (object?)7)));
    }

    [Test]
    public void The_recorder_shows_a_statement_with_its_typed_parameters()
    {
        using var server = TdsServer.Start();
        server.On("update dbo.T set Name = @name where Id = @id", reply => reply.Done(3));

        using var connection = server.Open();
        using var command = connection.Command("update dbo.T\n  set Name = @name\n  where Id = @id");
        command.Parameters.Add("@name", SqlDbType.NVarChar, 50).Value = "O'Neil\n";
        command.Parameters.AddWithValue("@id", 7);
        var changed = command.ExecuteNonQuery();

        Assert.That(changed, Is.EqualTo(3));
        Assert.That(server.Recorder.Of(1)[1], Is.EqualTo(
            "sp_executesql update dbo.T set Name = @name where Id = @id"
            + @" | @name nvarchar(50) = N'O''Neil\u000a', @id int = 7"));
    }

    [Test]
    public void A_procedure_returns_results_outputs_and_a_status()
    {
        using var server = TdsServer.Start();
        server.OnProcedure("dbo.Load", (call, reply) => reply
            .Rows(["n int"], [1])
            .Print("half")
            .Done(4)
            .Output("@count", (int)call["@count"]! + 1)
            .Output("@sum", 12.50m)
            .Return(9));

        using var connection = server.Open();
        using var command = connection.Command("[dbo].[Load]");
        command.CommandType = CommandType.StoredProcedure;
        command.Parameters.Add(new("@count", 41) { Direction = ParameterDirection.InputOutput });
        command.Parameters.Add(new("@sum", SqlDbType.Decimal)
        {
            Direction = ParameterDirection.Output,
            Precision = 9,
            Scale = 2,
        });
        command.Parameters.Add(new("@untouched", SqlDbType.NVarChar, 10)
        {
            Direction = ParameterDirection.InputOutput,
            Value = "as it was",
        });
        command.Parameters.Add(new("@status", SqlDbType.Int) { Direction = ParameterDirection.ReturnValue });
        var changed = command.ExecuteNonQuery();

        Assert.That(changed, Is.EqualTo(4));
        Assert.That(command.Parameters["@count"].Value, Is.EqualTo(42));
        Assert.That(command.Parameters["@sum"].Value, Is.EqualTo(12.50m));
        Assert.That(command.Parameters["@untouched"].Value, Is.EqualTo("as it was"));
        Assert.That(command.Parameters["@status"].Value, Is.EqualTo(9));
        Assert.That(server.Recorder.Of(1)[1], Does.StartWith("call [dbo].[Load] @count int output = 41, @sum "));
    }

    [Test]
    public void A_prepared_statement_is_known_by_its_handle()
    {
        using var server = TdsServer.Start();
        server.On("select @n", (request, reply) => reply.Value("int", ((Call)request).Parameters[0].Value));

        using var connection = server.Open();
        using var command = connection.Command("select @n");
        command.Parameters.Add("@n", SqlDbType.Int).Value = 1;
        command.Prepare();
        var first = command.ExecuteScalar();
        command.Parameters[0].Value = 2;
        var second = command.ExecuteScalar();

        Assert.That((first, second), Is.EqualTo(((object)1, (object)2)));
        Assert.That(server.Recorder.Of(1).Skip(1), Is.EqualTo(new[]
        {
            "sp_prepexec select @n | @n int = 1", "sp_execute select @n | @n int = 2",
        }));
    }

    [Test]
    public void A_decimal_of_38_digits_is_decoded()
    {
        using var server = TdsServer.Start();
        object? decoded = null;
        server.On("select @p", (request, _) => decoded = ((Call)request)["@p"]);

        using var connection = server.Open();
        using var command = connection.Command("select @p");
        var value = SqlDecimal.Parse("-9999999999999999999999999999999999.9999");
        command.Parameters.Add(new("@p", SqlDbType.Decimal) { Precision = 38, Scale = 4, Value = value });
        command.ExecuteNonQuery();

        Assert.That(decoded, Is.EqualTo(value));
    }

    private static Sent Typed(SqlDbType type, object value, string declared, object? decoded = null) =>
        new(type, value, declared, decoded ?? value);

    internal sealed record Sent(SqlDbType Type, object Value, string Declared, object Decoded)
    {
        public override string ToString() => Declared;
    }
}
