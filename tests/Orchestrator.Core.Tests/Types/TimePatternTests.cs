using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Types;

internal sealed class TimePatternTests
{
    [TestCase("dd.MM.yyyy", TimeSpan.TicksPerDay)]
    [TestCase("d.M.yy(1950)", TimeSpan.TicksPerDay)]
    [TestCase("yyyyMMdd", TimeSpan.TicksPerDay)]
    [TestCase("dd-MMM-yyyy", TimeSpan.TicksPerDay)]
    [TestCase("HH:mm", TimeSpan.TicksPerMinute)]
    [TestCase("H'h'm", TimeSpan.TicksPerMinute)]
    [TestCase("HHm", TimeSpan.TicksPerMinute)]
    [TestCase("hh:mm:ss tt", TimeSpan.TicksPerSecond)]
    [TestCase("yyyy-MM-dd'T'HH:mm:ss.fff", TimeSpan.TicksPerMillisecond)]
    [TestCase("yyyy-MM-dd HH:mm:ss.fffffff zzz", 1)]
    public void A_pattern_is_read_and_knows_its_smallest_step(string text, long unit)
    {
        Assert.That(TimePattern.TryParse(text, out var pattern, out var problem), Is.True, problem);
        Assert.That(pattern!.Unit, Is.EqualTo(unit));
        Assert.That(pattern.Text, Is.EqualTo(text));
    }

    [TestCase("", "1 to 64")]
    [TestCase(" dd.MM.yyyy", "blank")]
    [TestCase("dd.MM.yyyy ", "blank")]
    [TestCase("dd.MM.jjjj", "'jjjj' is no part")]
    [TestCase("dd.mm.yyyy", "year, month and day")]
    [TestCase("DD.MM.yyyy", "'DD' is no part")]
    [TestCase("dd.MM.yyy", "'yyy' is no part")]
    [TestCase("dd.MM.yy", "no century")]
    [TestCase("dd.MM.yy()", "no century")]
    [TestCase("dd.MM.yy(0000)", "no century")]
    [TestCase("dd.MM.yy(9950)", "no century")]
    [TestCase("dd.MM.yy(+950)", "no century")]
    [TestCase("MM.yyyy", "year, month and day")]
    [TestCase("dd.MM.yyyy dd", "says again")]
    [TestCase("dd.MM.MMM.yyyy", "says again")]
    [TestCase("dMyyyy", "nobody can tell")]
    [TestCase("HH", "hours and minutes")]
    [TestCase("mm:ss", "hours and minutes")]
    [TestCase("hh:mm", "AM or PM")]
    [TestCase("HH:mm tt", "AM or PM")]
    [TestCase("HH:mm.fff", "parts of a second")]
    [TestCase("HH:mm zzz", "an offset needs")]
    [TestCase("dd.MM.yyyy 'Uhr", "never closed")]
    [TestCase("dd.MM.'20'yyyy", "digits")]
    [TestCase("dd.MM.yyyy 5", "digits")]
    [TestCase("'x'", "neither a date nor a time")]
    [TestCase("ffffffff", "'ffffffff' is no part")]
    public void A_pattern_that_could_be_read_in_two_ways_or_in_none_is_refused(string text, string why)
    {
        Assert.That(TimePattern.TryParse(text, out _, out var problem), Is.False);
        Assert.That(problem, Does.Contain(why));
    }

    [TestCase("dd.MM.yyyy", "date datetime datetime2(3) smalldatetime")]
    [TestCase("dd.MM.yyyy HH:mm", "date datetime datetime2(3) smalldatetime")]
    [TestCase("HH:mm", "time(0)")]
    [TestCase("dd.MM.yyyy HH:mm zzz", "datetimeoffset(0)")]
    public void A_pattern_is_one_of_the_types_that_have_its_parts(string text, string types)
    {
        Assert.That(TimePattern.TryParse(text, out var pattern, out var problem), Is.True, problem);

        string[] all = ["date", "time(0)", "datetime", "datetime2(3)", "smalldatetime", "datetimeoffset(0)", "int"];
        var taken = all.Where(name => SqlType.TryParse(name, out var type, out _) && pattern!.Refusal(type) is null);

        Assert.That(taken, Is.EquivalentTo(types.Split(' ')));
    }
}
