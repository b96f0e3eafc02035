using System.Text.Json.Nodes;
using Orchestrator.Cli.Guide;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Cli.Solutions;

/// <summary>Mistakes in the metadata as SARIF 2.1.0, which code-scanning services read.</summary>
internal static class SarifScreen
{
    public static JsonObject Document(IReadOnlyList<Diagnostic> diagnostics, string version)
    {
        var codes = diagnostics.Select(each => each.Code).Distinct().Order(StringComparer.Ordinal).ToArray();
        return new JsonObject
        {
            ["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json",
            ["version"] = "2.1.0",
            ["runs"] = new JsonArray(new JsonObject
            {
                ["tool"] = new JsonObject
                {
                    ["driver"] = new JsonObject
                    {
                        ["name"] = "orchestrator",
                        ["version"] = version,
                        ["rules"] = new JsonArray([.. codes.Select(Rule)]),
                    },
                },
                ["columnKind"] = "utf16CodeUnits",
                ["results"] = new JsonArray([.. diagnostics.Select(each => Result(each, codes))]),
            }),
        };
    }

    private static JsonObject Rule(string code) => new()
    {
        ["id"] = code,
        ["shortDescription"] = new JsonObject { ["text"] = Title(code) },
    };

    private static string Title(string code) =>
        GuidePages.Codes.Contains(code) ? GuidePages.Title(GuidePages.Code(code)) : code;

    private static JsonObject Result(Diagnostic diagnostic, string[] codes)
    {
        var place = new JsonObject
        {
            ["artifactLocation"] = new JsonObject
            {
                ["uri"] = Uri.EscapeDataString(diagnostic.At.File).Replace("%2F", "/"),
            },
        };
        if (diagnostic.At.Line > 0)
        {
            place["region"] = new JsonObject
            {
                ["startLine"] = diagnostic.At.Line,
                ["startColumn"] = Math.Max(1, diagnostic.At.Column),
            };
        }

        return new JsonObject
        {
            ["ruleId"] = diagnostic.Code,
            ["ruleIndex"] = Array.IndexOf(codes, diagnostic.Code),
            ["level"] = diagnostic.Severity == Severity.Error ? "error" : "warning",
            ["message"] = new JsonObject { ["text"] = DiagnosticScreen.Sentence(diagnostic) },
            ["locations"] = new JsonArray(new JsonObject { ["physicalLocation"] = place }),
        };
    }
}
