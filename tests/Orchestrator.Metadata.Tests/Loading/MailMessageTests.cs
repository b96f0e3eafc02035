using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Messages of kind mail as written.</summary>
internal sealed class MailMessageTests
{
    private const string Whole = "to: [ops@example.org], subject: x";

    [Test]
    public void A_message_says_what_goes_to_whom_with_which_files_and_stays_as_it_is_written()
    {
        var one = Load("to: [ops@example.org, \"${var:Boss}\"], cc: [\"${secret:WHO}\"], bcc: [a@example.org], "
            + "from: \"${var:Boss}\", "
            + "subject: \"Night of ${run:asOf}\", body: \"${env:PLACE:-here}, run ${run:number}\", "
            + "attachments: [\"sales_${var:Day}.csv\", \"sub/*.csv\"], attachmentsFrom: Out, attachmentsMax: 2MB")
            .Solution!.Projects[0].Objects[0];

        var mail = (MailOptions)one.Own!;
        Assert.That((one.Kind, one.WritesTarget, one.Idempotent), Is.EqualTo(("mail", false, false)));
        Assert.That(mail.To, Is.EqualTo(new[] { "ops@example.org", "${var:Boss}" }));
        Assert.That((mail.Cc.Single(), mail.Bcc.Single()), Is.EqualTo(("${secret:WHO}", "a@example.org")));
        Assert.That(mail.From, Is.EqualTo("${var:Boss}"));
        Assert.That((mail.Subject, mail.Body),
            Is.EqualTo(("Night of ${run:asOf}", "${env:PLACE:-here}, run ${run:number}")));
        Assert.That(mail.Attachments, Is.EqualTo(new[] { "sales_${var:Day}.csv", "sub/*.csv" }));
        Assert.That((mail.AttachmentsFrom, mail.AttachmentsMax), Is.EqualTo(("Out", 2L << 20)));
    }

    [Test]
    public void A_plan_tells_a_message_as_it_is_written_whatever_the_variables_hold()
    {
        const string message = "to: [\"${var:Boss}\"], subject: \"${var:Day}\"";

        var told = PackageProperties.Of(Load(message).Solution!.Projects[0].Objects[0], null, null)
            .Where(property => property.Key.StartsWith("message.", StringComparison.Ordinal) && !property.IsDefault)
            .Select(property => $"{property.Key} = {property.Value}");

        Assert.That(told, Is.EqualTo(new[] { "message.to = [\"${var:Boss}\"]", "message.subject = ${var:Day}" }));
    }

    [Test]
    public void The_folder_of_its_files_is_a_connection_of_the_plan_and_counts_it()
    {
        var solution = Load(Whole + ", attachments: [a.csv], attachmentsFrom: Out").Solution!;

        var compiled = Compiler.Compile(solution, "Nightly", (_, _) => []);

        Assert.That(compiled.Document!.Connections.Select(one => one.Name), Is.EqualTo(new[] { "Dwh", "Out" }));
        Assert.That(compiled.Plan!.Caps.Select(cap => cap.Owner), Is.EqualTo(new[] { "connection Out" }));
    }

    [TestCase("subject: x", "ORC1130")]
    [TestCase("to: [], subject: x", "ORC1130")]
    [TestCase("to: [ops], subject: x", "ORC1130")]
    [TestCase("to: [\"Ann <a@example.org>\"], subject: x", "ORC1130")]
    [TestCase("to: [\"a@example.org, b@example.org\"], subject: x", "ORC1130")]
    [TestCase("to: [\"a@example.org\\r\\nbcc: b@example.org\"], subject: x", "ORC1130")]
    [TestCase("to: [jürgen@example.org], subject: x", "ORC1130")]
    [TestCase("to: [a@example.org]", "ORC1014")]
    [TestCase("to: a@example.org, subject: x", "ORC1012")]
    [TestCase("to: [a@example.org], subject: \"x\\r\\nBcc: b@example.org\"", "ORC1133")]
    [TestCase("to: [a@example.org], subject: \"${secret:KEY}\"", "ORC1034")]
    [TestCase("to: [a@example.org], subject: \"${run:night}\"", "ORC1033")]
    [TestCase("to: [\"${run:number}\"], subject: x", "ORC1033")]
    [TestCase("to: [\"${var:Nix}\"], subject: x", "ORC1063")]
    [TestCase("to: [a@example.org], subject: \"${var:Bos}\"", "ORC1063")]
    [TestCase(Whole + ", body: \"${var:Nix}\"", "ORC1063")]
    [TestCase(Whole + ", attachments: [a.csv]", "ORC1132")]
    [TestCase(Whole + ", attachmentsFrom: Out", "ORC1132")]
    [TestCase(Whole + ", attachments: [a.csv], attachmentsFrom: Dwh", "ORC1132")]
    [TestCase(Whole + ", attachments: [../a.csv], attachmentsFrom: Out", "ORC1132")]
    [TestCase(Whole + ", attachments: [/etc/passwd], attachmentsFrom: Out", "ORC1132")]
    [TestCase(Whole + ", attachments: [a.csv], attachmentsFrom: Out, attachmentsMax: 1GB", "ORC1132")]
    [TestCase(Whole + ", attachments: [a.csv], attachmentsFrom: Ou", "ORC1021")]
    [TestCase(Whole + ", attachments: [a.csv], attachmentsFrom: Out, attachmentsMax: much", "ORC1019")]
    [TestCase(Whole + ", from: me", "ORC1130")]
    [TestCase(Whole + ", from: \"Ann <a@example.org>\"", "ORC1130")]
    [TestCase(Whole + ", from: \"${var:Nix}\"", "ORC1063")]
    [TestCase(Whole + ", sender: me@example.org", "ORC1010")]
    public void What_a_message_cannot_be_is_one_diagnostic(string message, string code) =>
        Assert.That(Load(message).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));

    [Test]
    public void A_hundred_and_one_mailboxes_are_too_many()
    {
        var many = string.Join(", ", Enumerable.Range(0, 101).Select(i => $"a{i}@example.org"));

        Assert.That(Load($"to: [{many}], subject: x").Diagnostics.Select(one => one.Code),
            Is.EqualTo(new[] { "ORC1130" }));
    }

    [TestCase("{object: a, kind: mail}", "ORC1041")]
    [TestCase("{object: a, kind: mail, message: {" + Whole + "}, sql: select 1}", "ORC1041")]
    [TestCase("{object: a, kind: mail, message: {" + Whole + "}, target: {name: t}}", "ORC1041")]
    [TestCase("{object: a, kind: sql, sql: select 1, message: {" + Whole + "}}", "ORC1041")]
    public void A_message_goes_with_its_kind_and_nothing_else(string one, string code) =>
        Assert.That(LoadObject(one).Diagnostics.Select(each => each.Code), Is.EqualTo(new[] { code }));

    [Test]
    public void One_that_may_be_sent_twice_says_so() => Assert.That(
        LoadObject("{object: a, kind: mail, message: {" + Whole + "}, idempotent: true}")
            .Solution!.Projects[0].Objects[0].Idempotent, Is.True);

    private static LoadedSolution Load(string message) =>
        LoadObject($"{{object: a, kind: mail, message: {{{message}}}}}");

    private static LoadedSolution LoadObject(string one)
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(folder.Path, "out"));
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            mail: {host: smtp.example.org, from: etl@example.org}
            variables:
              - {variable: Day, dataType: date, default: "2026-01-31"}
              - {variable: Boss, dataType: nvarchar(200), default: boss@example.org}
            connections:
              - {connection: Dwh, platform: Sqlite}
              - {connection: Out, platform: Files, folder: out, maxConcurrency: 2}
            batches:
              - {batch: Nightly, projects: [Staging]}
            projects:
              - project: Staging
                target: Dwh
                objects:
                  - {{one}}
            """);
        return SolutionLoader.Load(folder.Path);
    }
}
