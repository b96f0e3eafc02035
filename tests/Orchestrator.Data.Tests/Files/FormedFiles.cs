using Orchestrator.Data.Forms;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Forms of values in which each type keeps all that it has.</summary>
internal static class FormedFiles
{
    public static ValueForms German { get; } = new()
    {
        Number = new NumberForm(",", "."),
        Date = FormHarness.Times("d.M.yyyy"),
        Time = FormHarness.Times("HH:mm:ss,fffffff"),
        DateTime = FormHarness.Times("dd.MM.yyyy HH:mm:ss,fffffff"),
        Offset = FormHarness.Times("dd.MM.yyyy HH:mm:ss,fffffff zzz"),
    };

    public static ValueForms Swiss { get; } = new()
    {
        Number = new NumberForm(".", "\u2019"),
        Date = FormHarness.Times("dd-MMM-yyyy"),
        Time = FormHarness.Times("hh:mm:ss.fffffff tt"),
        DateTime = FormHarness.Times("MMM d, yyyy h:mm:ss.fffffff tt"),
        Offset = FormHarness.Times("zzz yyyyMMdd'T'HHmmssfffffff"),
    };
}
