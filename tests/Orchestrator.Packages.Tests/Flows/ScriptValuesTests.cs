using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Scripts;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Flows;

/// <summary>What a class in C# sets as a value of the run: all of it or nothing, the same on every machine.</summary>
internal sealed class ScriptValuesTests
{
    private static readonly DateTime Ten = new(2026, 1, 31, 10, 0, 0);

    private static IEnumerable<TestCaseData> Given()
    {
        yield return new TestCaseData("date", new DateOnly(2026, 1, 31), "2026-01-31");
        yield return new TestCaseData("date", Ten.Date, "2026-01-31");
        yield return new TestCaseData("date", Ten, null);
        yield return new TestCaseData("datetime2(3)", Ten.AddMilliseconds(5), "2026-01-31 10:00:00.005");
        yield return new TestCaseData("datetime2(3)", Ten.AddTicks(1), null);
        yield return new TestCaseData("time(0)", new TimeOnly(10, 0), "10:00:00");
        yield return new TestCaseData("time(0)", TimeSpan.FromHours(25), null);
        yield return new TestCaseData("int", 7, "7");
        yield return new TestCaseData("int", (short)-7, "-7");
        yield return new TestCaseData("int", 7.00m, "7");
        yield return new TestCaseData("int", 100m, "100");
        yield return new TestCaseData("int", 7.5, null);
        yield return new TestCaseData("int", long.MaxValue, null);
        yield return new TestCaseData("bigint", ulong.MaxValue, null);
        yield return new TestCaseData("int", Ten, null);
        yield return new TestCaseData("int", "much", null);
        yield return new TestCaseData("int", DBNull.Value, "NULL");
        yield return new TestCaseData("bit", true, "1");
        yield return new TestCaseData("nvarchar(3)", "abc", "abc");
        yield return new TestCaseData("nvarchar(3)", "abcd", null);
        yield return new TestCaseData("nvarchar(3)", 'a', "a");
        yield return new TestCaseData("nvarchar(20)", DayOfWeek.Monday, "Monday");
        yield return new TestCaseData("nvarchar(20)", new object(), null);
        yield return new TestCaseData(
            "uniqueidentifier", Guid.Parse("0f8fad5b-d9cb-469f-a165-70867728950e"),
            "0F8FAD5B-D9CB-469F-A165-70867728950E");
    }

    [TestCaseSource(nameof(Given))]
    [SetCulture("de-DE")]
    public void A_value_is_just_that_of_its_variable_or_none(string type, object given, string? expected)
    {
        using var rig = new Rig();
        var values = new ScriptValues(rig.Context(Setting(type)));

        PackageRefusedException? refused = null;
        try
        {
            values.Set("x", [[given]], isRows: false);
        }
        catch (PackageRefusedException refusal)
        {
            refused = refusal;
        }

        Assert.That(values.Sets.GetValueOrDefault("V")?.ToString(), Is.EqualTo(expected));
        Assert.That(refused?.Error.Code, Is.EqualTo(expected is null ? "ORC3625" : null), refused?.Message);
    }

    [Test]
    public void Rows_have_the_cells_of_their_columns_and_no_others()
    {
        using var rig = new Rig();
        var values = new ScriptValues(rig.Context(Setting("rows(\"Id\" int, \"Name\" nvarchar(9))")));

        var refused = Assert.Throws<PackageRefusedException>(() => values.Set("x", [[1, "a"], [2]], isRows: true));
        values.Set("x", [[1, "a\tb"], [2, null]], isRows: true);

        Assert.That(refused!.Message, Does.Contain("row 2").And.Contain("2 are wanted"));
        Assert.That(values.Sets["V"].Rows.Select(row => $"{row[0]}|{row[1]?.Text ?? "NULL"}"),
            Is.EqualTo(new[] { "1|a\tb", "2|NULL" }));
    }

    private static ObjectDefinition Setting(string type) => Rig.Load("work") with
    {
        Kind = "script",
        Plugin = new Plugin { Assembly = "a.dll", Class = "A.B", Sha256 = "" },
        Sets = new ValueSets { Each = [new ValueSet("V", TypeOf(type), "x", default)] },
    };

    private static RunValueType TypeOf(string text) => RunValueType.TryParse(text, out var type, out var problem)
        ? type : throw new ArgumentException(problem);
}
