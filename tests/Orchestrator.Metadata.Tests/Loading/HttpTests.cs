using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Requests as written.</summary>
internal sealed class HttpTests
{
    [Test]
    public void An_object_says_what_is_asked_where_with_what_and_what_becomes_of_the_answer()
    {
        var one = Load("http: {method: POST, url: \"https://api.example.org/${var:Day}?k=${secret:K}\", "
            + "headers: {X-Day: \"${var:Day}\", X-Env: \"${env:X:-a}\"}, body: \"${var:Day}\", expect: [200, 202], "
            + "answer: {connection: Files, file: \"in/${var:Day}.json\", max: 1KB}, timeout: 5s, allowPrivate: true}, "
            + "idempotent: true").Solution!.Projects[0].Objects[0];
        var http = one.Http!;

        Assert.That(http.Url.Parts, Is.EqualTo(new[]
        {
            new SentTextPart(SentPartKind.Written, "https://api.example.org/"),
            new SentTextPart(SentPartKind.Value, "2026-01-31"), new SentTextPart(SentPartKind.Written, "?k="),
            new SentTextPart(SentPartKind.Asked, "${secret:K}"),
        }));
        Assert.That(http.Url.Written, Is.EqualTo("https://api.example.org/${var:Day}?k=${secret:K}"));
        Assert.That(http.Headers.Select(header => (header.Name, header.Value.Written)),
            Is.EqualTo(new[] { ("X-Day", "${var:Day}"), ("X-Env", "${env:X:-a}") }));
        Assert.That((http.Method, http.Body!.Parts.Single().Text, http.AnswerMax, http.AllowPrivate, one.WritesTarget),
            Is.EqualTo(("POST", "2026-01-31", 1024L, true, false)));
        Assert.That((http.Answer!.File, http.Answer.Written),
            Is.EqualTo(("in/2026-01-31.json", "in/${var:Day}.json")));
        Assert.That(http.Expect, Is.EqualTo(new[] { 200, 202 }));
        Assert.That(http.Timeout, Is.EqualTo(TimeSpan.FromSeconds(5)));
        Assert.That((http.Expects(200), http.Expects(201)), Is.EqualTo((true, false)));
    }

    [Test]
    public void What_nobody_says_is_a_GET_that_is_answered_with_200_to_299()
    {
        var http = Load("http: {url: \"https://api.example.org/\"}").Solution!.Projects[0].Objects[0].Http!;

        Assert.That((http.Method, http.IsIdempotent, http.MayCarry, http.Timeout),
            Is.EqualTo(("GET", true, false, TimeSpan.FromMinutes(1))));
        Assert.That((http.Expects(199), http.Expects(200), http.Expects(299), http.Expects(300)),
            Is.EqualTo((false, true, true, false)));
    }

    [Test]
    public void A_plan_tells_what_is_written_and_no_value()
    {
        var http = Load("http: {url: \"https://api.example.org/${var:Day}\", headers: {A: \"${secret:K}\"}, "
            + "body: {connection: Files, file: \"${var:Day}.json\"}}").Solution!.Projects[0].Objects[0].Http!;

        var told = HttpKeys.Section.Told(http).Where(property => !property.IsDefault)
            .Select(property => $"{property.Key}: {property.Value}");

        Assert.That(told, Is.EqualTo(new[]
        {
            "http.url: https://api.example.org/${var:Day}", "http.headers.A: ${secret:K}",
            "http.body.connection: Files", "http.body.file: ${var:Day}.json",
        }));
    }

    [Test]
    public void The_folders_of_its_files_are_connections_of_the_plan_and_count_it()
    {
        var solution = Load("http: {url: \"https://api.example.org/\", answer: {connection: Files, file: a}}")
            .Solution!;

        var compiled = Compiler.Compile(solution, "Nightly", (_, _) => []);

        Assert.That(compiled.Document!.Connections.Select(one => one.Name), Is.EqualTo(new[] { "Dwh", "Files" }));
        Assert.That(compiled.Plan!.Caps.Select(cap => cap.Owner), Is.EqualTo(new[] { "connection Files" }));
    }

    [TestCase("tags: [a]", "ORC1041")]
    [TestCase("http: {method: GET}", "ORC1014")]
    [TestCase("http: {url: x, methode: GET}", "ORC1010")]
    [TestCase("http: {url: x, method: BREW}", "ORC1013")]
    [TestCase("http: {url: x, expect: 200}", "ORC1012")]
    [TestCase("http: {url: x, expect: [100]}", "ORC1012")]
    [TestCase("http: {url: x, expect: []}", "ORC1147")]
    [TestCase("http: {url: x, timeout: soon}", "ORC1015")]
    [TestCase("http: {url: x, body: [a]}", "ORC1012")]
    [TestCase("http: {url: x, body: {connection: Files}}", "ORC1014")]
    [TestCase("http: {url: x, answer: {connection: Nix, file: a}}", "ORC1021")]
    [TestCase("http: {url: x, answer: {connection: Dwh, file: a}}", "ORC1146")]
    [TestCase("http: {url: x, answer: {connection: Files, file: ../a}}", "ORC1032")]
    [TestCase("http: {url: x, answer: {connection: Files, file: /a}}", "ORC1032")]
    [TestCase("http: {url: x, answer: {connection: Files, file: \"a/${var:Up}\"}}", "ORC1032")]
    [TestCase("http: {url: \"${var:Nix}\"}", "ORC1063")]
    [TestCase("http: {url: \"${run:asOf}\"}", "ORC1033")]
    [TestCase("http: {url: \"${secret:a b}\"}", "ORC1033")]
    [TestCase("http: {url: \"https://a/${secret:A\"}", "ORC1033")]
    [TestCase("http: {url: x, answer: {connection: Files, file: \"${secret:A}\"}}", "ORC1034")]
    [TestCase("http: {url: x}, idempotent: true", "ORC1145")]
    [TestCase("http: {url: x, method: PUT}, idempotent: false", "ORC1145")]
    [TestCase("http: {url: x}, target: {name: t}", "ORC1041")]
    public void What_a_request_cannot_be_is_one_diagnostic(string keys, string code) =>
        Assert.That(Load(keys).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));

    private static LoadedSolution Load(string keys)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            variables:
              - {variable: Day, dataType: date, default: "2026-01-31"}
              - {variable: Up, dataType: varchar(9), default: "../b"}
            connections:
              - {connection: Dwh, platform: Sqlite}
              - {connection: Files, platform: Files, folder: data, maxConcurrency: 2}
            batches:
              - {batch: Nightly, projects: [Staging]}
            projects:
              - project: Staging
                target: Dwh
                objects: [{object: a, kind: http, {{keys}}}]
            """);
        return SolutionLoader.Load(folder.Path);
    }
}
