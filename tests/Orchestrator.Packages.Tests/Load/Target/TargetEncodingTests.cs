using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>
/// PostgreSQL databases whose encoding does not have every character: what it lacks is an encoding loss, as it is for
/// code pages of SQL Server.
/// </summary>
[TestFixture("LATIN1", "é", "€")]
[TestFixture("LATIN10", "€", "Ω", Category = "Full")]
[TestFixture("WIN1252", "€", "\u0081", TestName = "TargetEncodingTests(WIN1252)")]
[TestFixture("EUC_JP", "あ", "€", Category = "Full")]
[TestFixture("EUC_JP", "￤", "¦")]
[TestFixture("EUC_JIS_2004", "あ", "\u0081", TestName = "TargetEncodingTests(EUC_JIS_2004)", Category = "Full")]
[TestFixture("EUC_TW", "中", "\u4E04", Category = "Full")]
internal sealed class TargetEncodingTests(string encoding, string held, string lacked)
{
    private PostgreSqlRig _rig = null!;

    // No database of another test's has that encoding, and to make one takes longer than to load it.
    [OneTimeSetUp]
    public void Make() => _rig = new PostgreSqlRig(encoding);

    [OneTimeTearDown]
    public void Remove() => _rig?.Dispose();

    [SetUp]
    public void Empty()
    {
        _rig.Execute("DROP TABLE IF EXISTS t; DROP SCHEMA IF EXISTS err, orchestrator CASCADE");
        _rig.Rig.Write("t.csv", $"Id,Name\n1,a{held}\n2,b{lacked}\n3,c\n");
    }

    [TestCase(LoadPattern.TruncateInsert, Swap.Auto, true)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction, true)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Shadow, true)]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace, false)]
    [TestCase(LoadPattern.DropAndReload, Swap.Auto, true)]
    [TestCase(LoadPattern.Append, Swap.Auto, true)]
    [TestCase(LoadPattern.Append, Swap.Auto, false)]
    [TestCase(LoadPattern.Merge, Swap.Auto, true)]
    [TestCase(LoadPattern.DeltaInsert, Swap.Auto, true)]
    public void A_row_with_a_character_that_it_lacks_is_rejected_and_kept_readable(
        LoadPattern pattern, Swap swap, bool isFast)
    {
        var load = Load(pattern, swap, isFast) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        };

        var result = _rig.Rig.Run(load);

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 2, 0, 0, 0, 0, 1, 0)));
        Assert.That(_rig.Query("""SELECT "Name" FROM t ORDER BY "Id" """), Is.EqualTo((string[])[$"a{held}", "c"]));
        Assert.That(
            _rig.Query("""SELECT "RowNumber", "Value", "Reason", "SourceRow" FROM err.t"""),
            Is.EqualTo((string[])[$"2|b{Escaped}|EncodingLoss|{{\"Id\":\"2\",\"Name\":\"b{Escaped}\"}}"]));
    }

    [Test]
    public void Truncate_puts_a_question_mark_in_its_place()
    {
        var load = Load(LoadPattern.TruncateInsert, Swap.Auto, true);

        var result = _rig.Rig.Run(load with
        {
            Columns =
            [
                .. load.Columns.Select(column => column with
                {
                    Policies = column.Policies with { OnEncodingLoss = Rig.Written(Policy.Truncate) },
                }),
            ],
        });

        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 3, 0, 0, 0, 0, 0, 1)));
        Assert.That(
            _rig.Query("""SELECT "Name" FROM t ORDER BY "Id" """), Is.EqualTo((string[])[$"a{held}", "b?", "c"]));
    }

    [Test]
    public void Fail_names_the_encoding_of_the_target_and_none_of_the_source()
    {
        var result = _rig.Rig.Run(Load(LoadPattern.Append, Swap.Auto, true));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3003"));
        Assert.That(result.Error?.Message, Does.Contain($"{encoding}, the encoding of the target's database"));
        Assert.That(result.Error?.Message, Does.Not.Contain("`encoding`"));
        Assert.That(_rig.Query("""SELECT "Value" FROM err.t"""), Is.EqualTo((string[])[$"b{Escaped}"]));
    }

    private string Escaped => $"\\u{(int)lacked[0]:X4}";

    private static ObjectDefinition Load(LoadPattern pattern, Swap swap, bool isFast) => PostgreSqlRig.Load(
        "t", Rig.Column("Id", "int", key: 1), Rig.Column("Name", "nvarchar(10)")) with
    {
        Load = new LoadOptions
        {
            Pattern = Rig.Written(pattern),
            Swap = Rig.Written(swap),
            FastLoad = Rig.Written(isFast),
        },
    };
}
