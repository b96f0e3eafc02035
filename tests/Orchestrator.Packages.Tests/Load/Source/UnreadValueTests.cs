using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>
/// Values that SQLite keeps in a column that is declared for others: the row is rejected with what it holds, and the
/// load goes on.
/// </summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class UnreadValueTests(Platform platform)
{
    private PatternRig _rig = null!;

    private string Errors => _rig.IsServer ? "err.t" : "err_t";

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("TEXT", "nvarchar(20)", "'a'", "x'00ff41'", "0x00FF41", "a BLOB", "{\"hex\":\"00FF41\"}")]
    [TestCase("INTEGER", "bigint", "1", "x'31'", "0x31", "a BLOB", "{\"hex\":\"31\"}")]
    [TestCase("INTEGER", "nvarchar(20)", "1", "x'31'", "0x31", "a BLOB", "{\"hex\":\"31\"}")]
    [TestCase("INTEGER", "bigint", "1", "'one'", "one", "a TEXT", "\"one\"")]
    [TestCase("INTEGER", "bigint", "1", "1.5", "1.5", "a REAL", "\"1.5\"")]
    [TestCase("REAL", "float", "1.5", "'one'", "one", "a TEXT", "\"one\"")]
    [TestCase("REAL", "float", "1.5", "x'01'", "0x01", "a BLOB", "{\"hex\":\"01\"}")]
    [TestCase("BLOB", "varbinary(10)", "x'01'", "'one'", "one", "a TEXT", "\"one\"")]
    [TestCase("bit", "bit", "1", "x'01'", "0x01", "a BLOB in a column that is declared bit", "{\"hex\":\"01\"}")]
    [TestCase("DECIMAL(9,2)", "decimal(9,2)", "1.25", "x'01'", "0x01",
        "a BLOB in a column that is declared DECIMAL(9,2)", "{\"hex\":\"01\"}")]
    public void A_value_of_another_kind_than_its_column_is_a_rejected_row(
        string declared, string type, string good, string bad, string kept, string what, string whole)
    {
        Source(declared, good, bad);

        var result = _rig.Rig.Run(Load(LoadPattern.TruncateInsert, type));

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 2 inserted + 1 rejected"), result.Error?.Message);
        Assert.That(
            _rig.Query($"SELECT \"RowNumber\", \"Value\", \"Code\", \"RowKey\" FROM {Errors}"),
            Is.EqualTo((string[])[$"2|{kept}|ORC3411|Id=2"]));
        Assert.That(_rig.Query($"SELECT \"Message\" FROM {Errors}")[0],
            Does.Contain($"is {what}, which cannot be read"));
        Assert.That(_rig.Query($"SELECT \"SourceRow\" FROM {Errors}")[0], Does.Contain($"\"V\":{whole}"));
    }

    [Test]
    public void In_every_pattern(
        [Values(LoadPattern.TruncateInsert, LoadPattern.Append, LoadPattern.Merge, LoadPattern.DeltaInsert,
            LoadPattern.ReplaceRange, LoadPattern.DropAndReload)] LoadPattern pattern,
        [Values] bool isThere)
    {
        Source("TEXT", "'a'", "x'ff'");
        if (isThere)
        {
            _rig.Execute("CREATE TABLE t (\"Id\" bigint NOT NULL, \"V\" varchar(20))");
        }

        var result = _rig.Rig.Run(Load(pattern, "nvarchar(20)"));

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 2 inserted + 1 rejected"), result.Error?.Message);
        Assert.That(_rig.Query("SELECT \"Id\", \"V\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1|a", "3|a"]));
        Assert.That(_rig.Query($"SELECT \"Value\" FROM {Errors}"), Is.EqualTo((string[])["0xFF"]));
    }

    [TestCase("int", "1", "3000000000", "3000000000")]
    [TestCase("bit", "1", "2", "2")]
    [TestCase("decimal(4,2)", "12.34", "12.345", "12.345")]
    [TestCase("datetime2(0)", "2020-01-01 10:00:00", "'2020-01-01 10:00:00.5'", "2020-01-01 10:00:00.5")]
    [TestCase("date", "2020-01-01", "'yesterday'", "yesterday")]
    [TestCase("uniqueidentifier", "6F9619FF-8B86-D011-B42D-00C04FC964FF", "'none'", "none")]
    public void What_a_statement_put_into_a_typed_column_is_one_as_well(
        string type, string fits, string value, string kept)
    {
        _rig.Rig.Write("src.csv", $"Id,V\n1,{fits}\n2,{fits}\n3,{fits}\n");
        _rig.Rig.Run(Rig.Load("src", Rig.Column("Id", "bigint"), Rig.Column("V", type)));
        _rig.Rig.Execute($"UPDATE src SET V = {value} WHERE Id = 2");

        var result = _rig.Rig.Run(Load(LoadPattern.TruncateInsert, type));

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 2 inserted + 1 rejected"), result.Error?.Message);
        Assert.That(_rig.Query($"SELECT \"Value\" FROM {Errors}"), Is.EqualTo((string[])[kept]));
    }

    [Test]
    public void Text_that_is_none_is_a_rejected_row()
    {
        Source("TEXT", "'a'", "CAST(x'41ff' AS TEXT)");

        var result = _rig.Rig.Run(Load(LoadPattern.TruncateInsert, "nvarchar(20)"));

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 2 inserted + 1 rejected"), result.Error?.Message);
        Assert.That(_rig.Query($"SELECT \"Value\" FROM {Errors}"), Is.EqualTo((string[])["A\\xFF"]));
    }

    [Test]
    public void Where_nothing_is_redirected_it_ends_the_load_and_is_told_by_what_the_column_is_declared()
    {
        Source("bit", "1", "x'01'");
        var load = Load(LoadPattern.TruncateInsert, "bit");

        var result = _rig.Rig.Run(
            load with { Errors = load.Errors with { OnError = Rig.Written(Policy.Fail) } });

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3411"));
        Assert.That(result.Error!.Message, Does.Contain("column 'V' holds a BLOB in a column that is declared bit"));
    }

    [Test]
    public void The_policy_of_its_column_decides()
    {
        Source("INTEGER", "1", "'one'");
        var load = Load(LoadPattern.TruncateInsert, "bigint");
        var redirected = new Policies { OnRangeLoss = Rig.Written(Policy.Redirect) };
        var failing = new Policies { OnRangeLoss = Rig.Written(Policy.Fail) };

        var one = _rig.Rig.Run(load with
        {
            Errors = load.Errors with { OnError = Rig.Written(Policy.Fail) },
            Columns = [load.Columns[0], load.Columns[1] with { Policies = redirected }],
        });
        var other = _rig.Rig.Run(
            load with { Columns = [load.Columns[0], load.Columns[1] with { Policies = failing }] });

        Assert.That($"{one.Counts}", Is.EqualTo("3 read = 2 inserted + 1 rejected"), one.Error?.Message);
        Assert.That(other.Error?.Code, Is.EqualTo("ORC3411"));
        Assert.That(other.Error!.Message, Does.Contain("'one' is a TEXT").And.Contain("CAST(@@this AS TEXT)"));
    }

    private void Source(string declared, string good, string bad)
    {
        _rig.Rig.Execute($"CREATE TABLE src (Id INTEGER, V {declared})");
        _rig.Rig.Execute($"INSERT INTO src VALUES (1, {good}), (2, {bad}), (3, {good})");
    }

    private ObjectDefinition Load(LoadPattern pattern, string type)
    {
        var load = _rig.Load(
            new LoadOptions
            {
                Pattern = Rig.Written(pattern),
                Range = Rig.Written<LoadRange?>(new LoadRange("Id", "1", "9")),
            },
            Rig.Column("Id", "bigint", key: 1) with { Nullable = false }, Rig.Column("V", type));
        return load with
        {
            Source = new ObjectSource { Connection = "Db", Name = "src" },
            Errors = load.Errors with { OnError = Rig.Written(Policy.Redirect) },
        };
    }
}
