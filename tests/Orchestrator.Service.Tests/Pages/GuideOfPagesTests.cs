using System.Runtime.CompilerServices;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Service.Web;

namespace Orchestrator.Service.Tests.Pages;

/// <summary>The guide's table of pages says of each what stands with its address.</summary>
[Category("Approved")]
internal sealed class GuideOfPagesTests
{
    private const string Head = "| page | shows |";

    /// <summary>With ORCHESTRATOR_TEST_APPROVE=1 the table is written anew.</summary>
    [Test]
    public void The_table_of_the_guide_has_each_page()
    {
        var file = Path.Combine(Root(), "runners", "guide", "serve.md");
        var lines = File.ReadAllLines(file);
        var from = Array.IndexOf(lines, Head) + 2;
        var said = lines[from..].TakeWhile(line => line.StartsWith('|')).ToArray();
        string[] rows = [.. PageAddresses.All.Select(Row)];

        if (Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_APPROVE") == "1")
        {
            string[] anew = [.. lines[..from], .. rows, .. lines[(from + said.Length)..]];
            File.WriteAllText(file, string.Concat(anew.Select(line => line + "\n")));
            said = rows;
        }

        Assert.That(said, Is.EqualTo(rows));
    }

    private static string Row(PageAddress page)
    {
        var path = page.Path.Replace("{run:long}", "482").Replace("{batch}", "Nightly")
            .Replace("{**package}", "Staging/customer");
        return $"| `{path}` | {(page.Role == TokenRole.Admin ? "for admins: " : "")}{page.Shows} |";
    }

    private static string Root([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(here, "..", "..", "..", ".."));
}
