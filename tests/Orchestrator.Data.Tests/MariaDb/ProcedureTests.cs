using MySqlConnector;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>Calls, whose arguments the server knows by their place and metadata by their names.</summary>
internal sealed class ProcedureTests
{
    private TestDatabase _database = null!;
    private IDatabase _target = null!;

    [OneTimeSetUp]
    public void Make()
    {
        _database = new TestDatabase();
        using var session = new MySqlConnection(_database.ConnectionString);
        session.Open();
        foreach (var sql in (string[])
        [
            "CREATE TABLE t (n int)",
            "CREATE PROCEDURE adds(IN a INT, INOUT b INT, OUT c VARCHAR(20)) BEGIN INSERT INTO t VALUES (a); "
            + "SET b = b + a; SET c = concat('x', a); SELECT a, b UNION ALL SELECT 7, 8; END",
            "CREATE PROCEDURE two(IN first INT, IN second INT) SELECT first AS one, second AS two",
            "CREATE PROCEDURE fails() BEGIN SELECT 1; SELECT 2; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'late'; END",
            "CREATE FUNCTION twice(a INT) RETURNS INT DETERMINISTIC RETURN a * 2",
        ])
        {
            using var command = session.CreateCommand();
            command.CommandText = sql;
            command.ExecuteNonQuery();
        }
    }

    [OneTimeTearDown]
    public void Remove() => _database.Dispose();

    [SetUp]
    public void Open()
    {
        _target = _database.Open();
        _target.Begin(CancellationToken.None);
    }

    [TearDown]
    public void Close() => _target.Dispose();

    [Test]
    public void Outputs_come_back_by_name_whatever_rows_it_returns()
    {
        var result = _target.Call(Call("adds", ("b", 5L), ("a", "3")) with { Outputs = [Output("c"), Output("b")] });

        Assert.That(result.Outputs, Is.EqualTo(new[] { ("c", (string?)"x3"), ("b", "8") }));
        _target.Rollback();
        Assert.That(_database.Ask("SELECT count(*) FROM t"), Is.EqualTo("0"));
    }

    [Test]
    public void The_value_of_a_function_is_what_its_output_is_called() => Assert.That(
        _target.Call(Call("twice", ("a", 21L)) with { Outputs = [Output("v")] }).Outputs,
        Is.EqualTo(new[] { ("v", (string?)"42") }));

    [Test]
    public void Arguments_find_their_places()
    {
        var call = Call("two", ("second", 2L), ("first", 1L));
        using var reader = _target.Read(call);

        Assert.That(reader.Columns.Select(column => column.Name), Is.EqualTo(new[] { "one", "two" }));
        Assert.That(TextRows.Read(reader).Single(), Is.EqualTo(new[] { "1", "2" }));
    }

    [Test]
    public void An_output_or_an_argument_that_it_does_not_have_is_told()
    {
        Assert.That(
            () => _target.Call(Call("adds", ("a", 1L), ("b", 1L)) with { Outputs = [Output("z")] }),
            Throws.InstanceOf<DataRefusedException>());
        var fault = TestDatabase.Platform.Explain(Assert.Catch(() => _target.Call(Call("two", ("third", 1L)))))!;
        Assert.That((fault.Class, fault.Text),
            Is.EqualTo((DatabaseFaultClass.Config, "'two' has no parameter 'third'")));
    }

    [Test]
    public void What_fails_behind_its_first_rows_has_failed()
    {
        Assert.That(() => _target.Call(Call("fails")), Throws.InstanceOf<MySqlException>());
        Assert.That(() => _target.Ask("CALL fails()"), Throws.InstanceOf<MySqlException>());
        Assert.That(
            () => _target.RunStatement(new ScriptStatement("CALL fails()", 1, "CALL")),
            Throws.InstanceOf<MySqlException>());
        Assert.That(() => _target.Execute("CALL fails()"), Throws.InstanceOf<MySqlException>());
        Assert.That(() => _target.Number("CALL fails()"), Throws.InstanceOf<MySqlException>());
        Assert.That(_target.Ask("CALL two(1, 2); SELECT 3").Rows, Is.EqualTo(2));
    }

    private static ProcedureCall Call(string name, params (string, object?)[] arguments) =>
        new(new TableName(null, name), arguments);

    private static RowColumn Output(string name) => new(name, TestDatabase.Type("nvarchar(20)"));
}
