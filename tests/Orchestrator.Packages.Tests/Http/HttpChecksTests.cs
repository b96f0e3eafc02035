using Orchestrator.Metadata.Loading;
using Orchestrator.Packages.Http;

namespace Orchestrator.Packages.Tests.Http;

/// <summary>What is wrong with a request is said before it is sent.</summary>
internal sealed class HttpChecksTests
{
    private const string Good = "url: \"https://api.example.org/\"";
    private const string Json = "headers: {Content-Type: application/json}";

    [TestCase("url: \"https://api.example.org/${var:Odd}?a=${var:Odd}\"")]
    [TestCase("url: \"${env:BASE:-https://api.example.org}/${var:Odd}\"")]
    [TestCase("url: \"${secret:HOOK}\"")]
    [TestCase("url: \"https://api.example.org/hooks/${secret:HOOK}?token=${secret:T}&key=${env:K:-a}\"")]
    [TestCase("url: \"http://10.0.0.7/\", allowPrivate: true")]
    [TestCase(Good + ", headers: {Authorization: \"Bearer ${secret:T}\", Accept: \"*/*\", Idempotency-Key: a}")]
    [TestCase(Good + ", headers: {X-CSRF-Token: \"${env:X:-Fetch}\", Authorization: \"\"}")]
    [TestCase(Good + ", method: POST, " + Json + ", body: '{\"a\": \"${var:Odd}\", \"b\": ${var:Count}}'")]
    [TestCase(Good + ", method: POST, " + Json + ", body: '{\"a\": \"${secret:T}\", \"b\": ${env:N:-1}}'")]
    [TestCase(Good + ", method: PUT, headers: {Content-Type: text/plain; charset=UTF-8}, body: \"${var:Odd}\"")]
    [TestCase(Good + ", method: PUT, headers: {Content-Type: text/csv; charset=latin1}, "
        + "body: {connection: Files, file: a.csv}")]
    [TestCase(Good + ", method: POST, timeout: 24h, expect: [201, 302]")]
    public void A_good_request_has_no_mistake(string keys) => Assert.That(Found(keys), Is.Empty);

    [TestCase("url: \"\"", "ORC1140")]
    [TestCase("url: api.example.org", "ORC1140")]
    [TestCase("url: \"http://api.example.org/\"", "ORC1140")]
    [TestCase("url: \"https://${var:Odd}/\"", "ORC1140")]
    [TestCase("url: \"${var:Base}/x\"", "ORC1140")]
    [TestCase("url: \"https://api.example.org/${var:Up}/x\"", "ORC1140")]
    [TestCase("url: \"https://api.example.org/a b\"", "ORC1140")]
    [TestCase("url: \"https://me:pa55@api.example.org/\"", "ORC1140")]
    [TestCase("url: \"https://api.example.org/?token=pa55w0rd\"", "ORC1143")]
    [TestCase("url: \"https://api.example.org/?token=${var:Odd}\"", "ORC1143")]
    [TestCase(Good + ", headers: {\"A b\": c}", "ORC1141")]
    [TestCase(Good + ", headers: {\"A:\": c}", "ORC1141")]
    [TestCase(Good + ", headers: {Host: c}", "ORC1141")]
    [TestCase(Good + ", headers: {content-length: 5}", "ORC1141 ORC1142")]
    [TestCase(Good + ", headers: {A: b, a: c}", "ORC1141")]
    [TestCase(Good + ", headers: {A: \"b\\r\\nC: d\"}", "ORC1141")]
    [TestCase(Good + ", headers: {A: \"${var:Line}\"}", "ORC1141")]
    [TestCase(Good + ", headers: {A: \u00e4}", "ORC1141")]
    [TestCase(Good + ", headers: {Authorization: Bearer pa55w0rd}", "ORC1143")]
    [TestCase(Good + ", headers: {authorization: \"${var:Odd}\"}", "ORC1143")]
    [TestCase(Good + ", headers: {X-Api-Key: pa55w0rd}", "ORC1143")]
    [TestCase(Good + ", headers: {Cookie: a=b}", "ORC1143")]
    [TestCase(Good + ", headers: {Content-Type: text/plain}", "ORC1142")]
    [TestCase(Good + ", body: a, headers: {Content-Type: text/plain}", "ORC1142")]
    [TestCase(Good + ", method: DELETE, body: {connection: Files, file: a}, headers: {Content-Type: a/b}", "ORC1142")]
    [TestCase(Good + ", method: POST, body: a", "ORC1142")]
    [TestCase(Good + ", method: HEAD, answer: {connection: Files, file: a}", "ORC1142")]
    [TestCase(Good + ", method: POST, " + Json + ", body: '{\"a\": ${var:Odd}}'", "ORC1144")]
    [TestCase(Good + ", method: POST, " + Json + ", body: '{\"a\": '", "ORC1144")]
    [TestCase(Good + ", method: POST, " + Json + ", body: '\"\\${var:Odd}\"'", "ORC1144")]
    [TestCase(Good + ", method: PUT, headers: {Content-Type: text/plain; charset=latin1}, body: a", "ORC1141")]
    [TestCase(Good + ", timeout: 25h", "ORC1147")]
    public void A_mistake_is_told_where_it_stands_without_a_secret(string keys, string codes)
    {
        var found = Found(keys);

        Assert.That(string.Join(' ', found.Select(one => one.Code).Order()), Is.EqualTo(codes));
        Assert.That(found.Select(one => one.Message + one.Hint), Has.None.Contains("pa55"));
        Assert.That(found.Select(one => one.At.Line), Is.All.GreaterThan(0));
    }

    private static Metadata.Diagnostics.Diagnostic[] Found(string keys)
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-http-");
        try
        {
            File.WriteAllText(Path.Combine(folder.FullName, "solution.yaml"), $$"""
                formatVersion: 1
                solution: Shop
                variables:
                  - {variable: Odd, dataType: nvarchar(50), default: "a/../b?c=\"d\"&e"}
                  - {variable: Up, dataType: varchar(9), default: ".."}
                  - {variable: Line, dataType: varchar(9), default: "a\r\nB: c"}
                  - {variable: Base, dataType: varchar(50), default: "https://api.example.org"}
                  - {variable: Count, dataType: int, default: 5}
                connections:
                  - {connection: Dwh, platform: Sqlite}
                  - {connection: Files, platform: Files, folder: data}
                projects:
                  - project: Staging
                    target: Dwh
                    objects: [{object: a, kind: http, http: { {{keys}} } }]
                """);
            var loaded = SolutionLoader.Load(folder.FullName);
            Assert.That(loaded.Diagnostics, Is.Empty);
            return [.. HttpChecks.Of(loaded.Solution!.Projects[0].Objects[0])];
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
