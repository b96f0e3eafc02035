using Orchestrator.Schedules;
using static Orchestrator.Core.Tests.Schedules.Known;

namespace Orchestrator.Core.Tests.Schedules;

internal sealed class CronTextTests
{
    [TestCase("0 2 * * *", "it has 5 fields, as Unix has them; here the seconds stand in front", "0 0 2 * * ?")]
    [TestCase("30 2 * * 1-5", "it has 5 fields, as Unix has them; here the seconds stand in front",
        "0 30 2 ? * MON-FRI")]
    [TestCase("@daily", "it names no fields", "0 0 0 * * ?")]
    [TestCase("2 o'clock", "it has 2 fields; there are 6 or 7: seconds, minutes, hours, day of the month, month, "
        + "day of the week, maybe a year", null)]
    [TestCase("", "it has 0 fields; there are 6 or 7: seconds, minutes, hours, day of the month, month, "
        + "day of the week, maybe a year", null)]
    [TestCase("0 0 25 * * ?", "there is no 25 among the hours: 0 to 23", null)]
    [TestCase("0 0 2 ? * 0", "there is no 0 among the days of the week: 1 to 7, with 1 = Sunday and 7 = Saturday",
        "0 0 2 ? * SUN")]
    [TestCase("0 0 2 ? * 0-4", "there is no 0 among the days of the week: 1 to 7, with 1 = Sunday and 7 = Saturday",
        "0 0 2 ? * SUN-THU")]
    [TestCase("0 0/0 * * * ?", "there is no step of 0 among the minutes: 1 to 59", null)]
    [TestCase("0 0/90 * * * ?", "there is no step of 90 among the minutes: 1 to 59", null)]
    [TestCase("0 0 2 ? * MONDAY-FRIDAY",
        "'MONDAY' is none of the days of the week: SUN, MON, TUE, WED, THU, FRI, SAT", "0 0 2 ? * MON-FRI")]
    [TestCase("0 0 2 ? JULI *", "'JULI' is none of the months: JAN, FEB, MAR, APR, MAY, JUN, JUL, AUG, SEP, OCT, NOV, "
        + "DEC", "0 0 2 ? JUL *")]
    [TestCase("0 0 2 ? FOO *", "'FOO' is none of the months: JAN, FEB, MAR, APR, MAY, JUN, JUL, AUG, SEP, OCT, NOV, "
        + "DEC", null)]
    [TestCase("H 0 2 * * ?", "'H' is no value of a field", null)]
    [TestCase("0 0 2 * * ? 2199", "there is no 2199 among the years: 1970 to 2099", null)]
    public void What_is_no_cron_is_told_in_words(string text, string problem, string? better)
    {
        var isCron = CronText.TryParse(text, out _, out var mistake);

        Assert.That(isCron, Is.False);
        Assert.That(mistake, Is.EqualTo(new CronMistake(problem, better)));
    }

    [TestCase("0 0 2 ? * MON#6")]
    [TestCase("0 0 2 W * ?")]
    [TestCase("0 0 2 ?/2 * *")]
    [TestCase("0 0 2 * * ? 2026 9")]
    [TestCase("99999999999 0 2 * * ?")]
    [TestCase("0 0 2 -5 * ?")]
    public void Other_texts_are_refused_with_a_reason(string text)
    {
        var isCron = CronText.TryParse(text, out _, out var mistake);

        Assert.That(isCron, Is.False);
        Assert.That(mistake!.Problem, Is.Not.Empty);
    }

    [TestCase("0 0 2 * * ?")]
    [TestCase("0 0 2 L-3 * ?")]
    [TestCase("0 0 2 LW * ?")]
    [TestCase("0 0 2 15W * ?")]
    [TestCase("0 0 2 ? * FRIL")]
    [TestCase("0 0 2 ? * fri#3")]
    [TestCase("0 0 2 ? JAN-MAR MON,WED 2026-2030")]
    [TestCase("0/10 5-55/10 22-4 1/2 * ?")]
    public void Quartz_crons_are_taken_without_a_doubt(string text) =>
        Assert.That(CronDoubt.Of(Cron(text)), Is.Empty);

    [TestCase("* 0 2 * * ?", "it fires each second of each minute that it names", "0 0 2 * * ?")]
    [TestCase("0 0 2 ? * 1-5", "the days '1-5' are SUN-THU: 1 is Sunday here", "0 0 2 ? * SUN-THU")]
    [TestCase("0 0 2 ? * 6#3", "the days '6#3' are FRI#3: 1 is Sunday here", "0 0 2 ? * FRI#3")]
    [TestCase("0 0 2 1 * MON", "it fires on days that '1' names and on those that 'MON' names", null)]
    public void What_was_probably_not_meant_is_told(string text, string problem, string? better) =>
        Assert.That(CronDoubt.Of(Cron(text)), Is.EqualTo((CronDoubt[])[new CronDoubt(problem, better)]));
}
