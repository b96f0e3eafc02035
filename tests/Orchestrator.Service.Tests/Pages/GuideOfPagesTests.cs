using System.Runtime.CompilerServices;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Service.Web;

namespace Orchestrator.Service.Tests.Pages;

/// <summary>The guide's table of pages says of each what stands with its address.</summary>
internal sealed class GuideOfPagesTests
{
    private const string Head = "| page | shows |";

    [Test]
    [Category("Approved")]
    public void The_table_of_the_guide_has_each_page()
    {
        var file = Path.Combine(Root(), "runners", "guide", "serve.md");
        var lines = File.ReadAllLines(file);
        var head = Array.IndexOf(lines, Head);
        Assert.That(head, Is.GreaterThanOrEqualTo(0), $"no table '{Head}' in {file}");

        // Behind the head stands the line that parts it from the rows.
        var from = head + 2;
        string[] made =
        [
            .. lines[..from], .. PageAddresses.All.Select(Row),
            .. lines[from..].SkipWhile(line => line.StartsWith('|')),
        ];

        Approved.CheckFile(file, string.Concat(made.Select(line => line + "\n")));
    }

    private static string Row(PageAddress page)
    {
        var path = page.Path.Replace("{run:long}", "482").Replace("{batch}", "Nightly")
            .Replace("{**package}", "Staging/customer");
        return $"| `{path}` | {Of(page.Role)}{page.Shows} |";
    }

    // Each visitor may look.
    private static string Of(TokenRole role) =>
        role == TokenRole.Viewer ? "" : $"for {role}s: ".ToLowerInvariant();

    private static string Root([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(here, "..", "..", "..", ".."));
}
