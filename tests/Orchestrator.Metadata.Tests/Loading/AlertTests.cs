using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Alerts and the server for mail as written.</summary>
internal sealed class AlertTests
{
    private const string Mail = "mail: {host: smtp.example.org, from: o@example.org}\n";

    [Test]
    public void An_alert_says_what_it_tells_whom()
    {
        var alert = Load("{alert: ops, when: [Failed, Late], to: [\"mailto:a@example.org\", "
            + "\"https://h.example.org/x\", \"${secret:T}\"], secret: \"${secret:S}\", lateMargin: 30m}")
            .Batches[0].Alerts.Single();

        Assert.That(alert.When, Is.EqualTo(new[] { AlertEvent.Failed, AlertEvent.Late }));
        Assert.That(alert.To,
            Is.EqualTo(new[] { "mailto:a@example.org", "https://h.example.org/x", "${secret:T}" }));
        Assert.That((alert.Name, alert.Secret, alert.LateMargin, alert.StaleAfter, alert.AllowPrivate, alert.IsEnabled),
            Is.EqualTo(("ops", "${secret:S}", TimeSpan.FromMinutes(30), TimeSpan.FromMinutes(15), false, true)));
    }

    [Test]
    public void An_alert_that_says_no_more_has_margins_of_a_quarter_of_an_hour()
    {
        var alert = Load("{alert: ops, when: [Late], to: [\"mailto:a@example.org\"]}").Batches[0].Alerts.Single();

        Assert.That(alert.LateMargin, Is.EqualTo(TimeSpan.FromMinutes(15)));
    }

    [TestCase("", 587, MailTls.StartTls)]
    [TestCase(", tls: implicit", 465, MailTls.Implicit)]
    [TestCase(", tls: none", 25, MailTls.None)]
    [TestCase(", tls: none, port: 2525", 2525, MailTls.None)]
    public void The_port_of_the_mail_server_follows_its_tls(string more, int port, MailTls tls)
    {
        using var folder = Written("", $"mail: {{host: h, from: o@example.org{more}}}\n");

        var mail = SolutionLoader.Load(folder.Path).Solution!.Mail!;

        Assert.That((mail.Host, mail.Port, mail.Tls, mail.From), Is.EqualTo(("h", port, tls, "o@example.org")));
    }

    [Test]
    public void An_environment_tells_others_or_nobody_and_has_a_mail_server_of_its_own()
    {
        using var folder = Written("{alert: ops, when: [Failed], to: [\"mailto:a@example.org\"]}", Mail);
        folder.Write("environments/prod.yaml", "environment: prod\n"
            + "alerts:\n  - {batch: Nightly, alert: ops, to: [\"mailto:night@example.org\"]}\nmail: {host: prod}\n");
        folder.Write("environments/test.yaml",
            "environment: test\nalerts:\n  - {batch: Nightly, alert: ops, enabled: false}\n");

        var prod = SolutionLoader.Load(folder.Path, "prod").Solution!;
        var test = SolutionLoader.Load(folder.Path, "test").Solution!;

        Assert.That(prod.Batches[0].Alerts[0].To, Is.EqualTo(new[] { "mailto:night@example.org" }));
        Assert.That((prod.Mail!.Host, prod.Mail.From), Is.EqualTo(("prod", "o@example.org")));
        Assert.That((test.Batches[0].Alerts[0].IsEnabled, test.Mail!.Host), Is.EqualTo((false, "smtp.example.org")));
    }

    [Test]
    public void Who_is_told_is_no_part_of_the_plan_but_a_difference()
    {
        var plain = Compile("{alert: ops, when: [Failed], to: [\"mailto:a@example.org\"]}");
        var other = Compile("{alert: ops, when: [Late], to: [\"mailto:a@example.org\"]}");

        var diff = PlanDiff.Compare(plain, other);

        Assert.That(other.Hash, Is.EqualTo(plain.Hash));
        Assert.That(PlanJson.Write(plain), Does.Not.Contain("ops"));
        Assert.That(diff.Changed.Select(each => $"{each.What} {each.Name}: "
            + string.Join(", ", each.Properties.Select(one => one.Key))),
            Is.EqualTo(new[] { "alert Nightly/ops: lateMargin, when" }));
    }

    [Test]
    public void What_stands_in_the_address_of_a_webhook_is_shown_nowhere()
    {
        var document = Compile("{alert: ops, when: [Failed], to: [\"https://h.example.org/services/T0KEN?k=v\"], "
            + "secret: \"${secret:S}\"}");

        var values = document.Alerts![0].Properties.Select(each => $"{each.Key}={each.Value}").ToList();

        Assert.That(values, Does.Contain("to=[\"https://h.example.org\"]"));
        Assert.That(string.Join(' ', values), Does.Not.Contain("T0KEN"));
    }

    [Test]
    public void An_alert_of_buffers_in_a_batch_without_one_is_a_warning()
    {
        using var folder = Written("{alert: ops, when: [StaleAbsorber], to: [\"mailto:a@example.org\"]}", Mail);

        var loaded = SolutionLoader.Load(folder.Path);

        Assert.That(loaded.Diagnostics.Select(one => (one.Code, one.Severity)),
            Is.EqualTo(new[] { ("ORC1109", Severity.Warning) }));
        Assert.That(loaded.Solution, Is.Not.Null);
    }

    private static PlanContent Compile(string alert)
    {
        using var folder = Written(alert, Mail);
        return Compiler.Compile(SolutionLoader.Load(folder.Path).Solution!, "Nightly", (_, _) => []).Document!;
    }

    private static Solution Load(string alert)
    {
        using var folder = Written(alert, Mail);
        var loaded = SolutionLoader.Load(folder.Path);
        Assert.That(loaded.Diagnostics, Is.Empty);
        return loaded.Solution!;
    }

    private static TemporaryFolder Written(string alert, string more)
    {
        var folder = new TemporaryFolder();
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            {{more.TrimEnd()}}
            connections:
              - {connection: Files, platform: Files, folder: data}
              - {connection: Db, platform: Sqlite}
            projects:
              - project: Staging
                source: Files
                target: Db
                objects: [{object: a, source: {file: a.csv}, columns: [{column: Id, dataType: int}]}]
            batches:
              - batch: Nightly
                projects: [Staging]
                alerts: [{{alert}}]

            """);
        return folder;
    }
}
