using MimeKit;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Service.Tests.Alerts;

namespace Orchestrator.Packages.Tests.Mail;

/// <summary>Kind mail: what arrives of a message, whatever stands in it for values.</summary>
internal sealed class MailTests
{
    private static readonly string[] Odd =
    [
        "a\r\nBcc: x@example.org\r\n\r\nhi", "\r\n.\r\nQUIT\r\n", "\n.\nMAIL FROM:<x@example.org>", "\u2028x\u0085y",
        "nul\0 and \u001b[31m", "it\u2019s [done]; \"quoted\" -- /* = ?= =?utf-8?q?x?=", "half \ud83d of one",
        "\u202eright to left", "${secret:KEY} ${var:Other} ${run:number}", " \t ", new('x', 4000), new('ü', 4000),
    ];

    private static readonly string[] NoMailboxes =
    [
        "", "ops", "a@example.org\r\nRCPT TO:<x@example.org>", "a@example.org\nDATA", "a@example.org,b@example.org",
        "Ann <a@example.org>", "a b@example.org", "a@example.org\0", "jürgen@example.org", "a@" + new string('b', 3998),
        "a@exa_mple..org", "a@" + new string('b', 64) + ".org",
    ];

    private MailRig _rig = null!;

    [SetUp]
    public void MakeRig() => _rig = new MailRig();

    [TearDown]
    public void RemoveRig() => _rig.Dispose();

    [Test]
    public async Task A_message_arrives_with_its_values_and_files_at_all_of_its_mailboxes()
    {
        await using var server = new SmtpServer();
        _rig.Set("Boss", "boss@example.org");
        _rig.Set("Region", "Süd");
        File.WriteAllText(Path.Combine(_rig.Inbox, "a.csv"), "Id\n1\n");
        File.WriteAllText(Path.Combine(_rig.Inbox, "b.csv"), "Id\n2\n");

        var result = _rig.Send(server, new MailOptions
        {
            To = ["${var:Boss}", "ops@example.org"],
            Cc = ["copy@example.org"],
            Bcc = ["hidden@example.org", "OPS@example.org"],
            Subject = "Sales ${var:Region}, ${run:asOf} (${run:environment})",
            Body = "Run ${run:number}.\n.\n..two dots\nend\n",
            Attachments = ["*.csv", "a.csv"],
            AttachmentsFrom = "Files",
        });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(result.LoadPath, Is.EqualTo("sent to 4 mailboxes with 2 files of 10 bytes: queued as 42"));
        Assert.That(server.Told.Where(line => line.StartsWith("RCPT")).Select(line => line.Split('<', '>')[1]),
            Is.EqualTo(new[] { "boss@example.org", "ops@example.org", "copy@example.org", "hidden@example.org" }));
        var letter = server.Letters.Single();
        Assert.That(letter, Does.Not.Contain("hidden@").And.Not.Contain("Bcc").And.Contain("\n...two dots\n"));
        var read = MailRig.Read(letter);
        Assert.That(read.Subject, Is.EqualTo("Sales Süd, 2026-01-31 (prod)"));
        Assert.That(read.To.Mailboxes.Concat(read.Cc.Mailboxes).Select(mailbox => mailbox.Address),
            Is.EqualTo(new[] { "boss@example.org", "ops@example.org", "copy@example.org" }));
        Assert.That(read.Headers[HeaderId.AutoSubmitted], Is.EqualTo("auto-generated"));
        Assert.That(read.TextBody, Does.StartWith("Run 1."));
        Assert.That(read.Attachments.Select(part => part.ContentDisposition!.FileName),
            Is.EqualTo(new[] { "a.csv", "b.csv" }));
        Assert.That(read.Attachments.OfType<MimePart>().Select(Content), Is.EqualTo(new[] { "Id\n1\n", "Id\n2\n" }));
    }

    [Test]
    public async Task A_message_may_come_from_a_mailbox_of_its_own()
    {
        await using var server = new SmtpServer();
        _rig.Set("Desk", "desk@example.org");

        var result = _rig.Send(server, MailRig.Plain with { From = "${var:Desk}" });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(server.Told.Single(line => line.StartsWith("MAIL")), Does.Contain("<desk@example.org>"));
        Assert.That(MailRig.Read(server.Letters.Single()).From.Mailboxes.Single().Address,
            Is.EqualTo("desk@example.org"));
    }

    [Test]
    public async Task Who_sends_a_message_is_held_to_be_a_mailbox()
    {
        foreach (var (place, value) in NoMailboxes.Index())
        {
            await using var server = new SmtpServer();
            _rig.Set($"F{place}", value);

            var error = _rig.Send(server, MailRig.Plain with { From = $"${{var:F{place}}}" }).Error;

            Assert.That(error?.Code, Is.EqualTo("ORC3540"), value);
            Assert.That(server.Told, Is.Empty);
        }
    }

    [Test]
    public async Task No_value_adds_a_header_a_recipient_or_a_command()
    {
        foreach (var (place, value) in Odd.Index())
        {
            _rig.Set($"V{place}", value);
            await AssertIsOneMessage($"${{var:V{place}}}");
        }
    }

    private async Task AssertIsOneMessage(string value)
    {
        await using var server = new SmtpServer();

        var result = _rig.Send(server, MailRig.Plain with { Subject = $"x {value}", Body = $"y {value}\nend" });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        var letter = server.Letters.Single();
        var around = server.Told.Where(line => !letter.Split('\n').Contains(line)).ToList();
        Assert.That(around.Count(line => line.StartsWith("RCPT")), Is.EqualTo(1));
        Assert.That(around.Count(line => line.StartsWith("MAIL")), Is.EqualTo(1));
        var read = MailRig.Read(letter);
        Assert.That(read.Headers.Select(header => header.Field), Is.Unique.And.None.EqualTo("Bcc"));
        Assert.That(read.Subject, Does.StartWith("x ").Or.EqualTo("x"));
        Assert.That(read.Subject.Any(char.IsControl), Is.False);
        Assert.That(read.TextBody, Does.StartWith("y ").And.Contain("end"));
        Assert.That(letter.Any(one => one is '\u001b' or '\0'), Is.False);
    }

    [Test]
    public async Task A_subject_that_is_too_long_is_cut_and_that_is_said()
    {
        await using var server = new SmtpServer();
        _rig.Set("Value", new string('x', 4000));

        var result = _rig.Send(server, MailRig.Plain with { Subject = "${var:Value}" });

        Assert.That(result.Warnings.Single(), Does.Contain("4000 characters").And.Contain("cut at 250"));
        Assert.That(MailRig.Read(server.Letters.Single()).Subject, Has.Length.EqualTo(250).And.EndWith("…"));
    }

    [Test]
    public async Task A_value_that_is_no_mailbox_is_refused_before_anything_is_said()
    {
        await using var server = new SmtpServer();
        foreach (var (place, value) in NoMailboxes.Index())
        {
            _rig.Set($"V{place}", value);

            var result = _rig.Send(server, MailRig.Plain with { Cc = ["ok@example.org", $"${{var:V{place}}}"] });

            Assert.That((result.Outcome, result.Error?.Code, result.Error?.Class),
                Is.EqualTo((NodeState.Failed, "ORC3540", ErrorClass.Config)), $"{place}");
            var said = result.Error!.Message;
            Assert.That(said, Does.Contain("entry 2 of 'cc'").And.Contain("Nothing was sent"));
            Assert.That(value.Length > 4 && said.Contains(value, StringComparison.Ordinal), Is.False, said);
        }

        Assert.That(server.Told, Is.Empty);
    }

    [Test]
    public async Task A_domain_of_any_letters_is_told_in_ascii()
    {
        await using var server = new SmtpServer();

        var result = _rig.Send(server, MailRig.Plain with { To = ["ops@bücher.example"] });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(server.Told, Has.Some.StartsWith("RCPT TO:<ops@xn--bcher-kva.example>"));
    }

    [Test]
    public void A_variable_without_a_value_is_told_by_its_name()
    {
        var result = _rig.Send(1, MailRig.Plain with { Body = "${var:Nobody}" });

        Assert.That((result.Error!.Code, result.Error.Class), Is.EqualTo(("ORC3540", ErrorClass.Config)));
        Assert.That(result.Error.Message, Does.Contain("'Nobody'").And.Contain("--var Nobody=VALUE"));
    }

    [Test]
    public async Task Files_that_are_missing_too_large_or_outside_are_refused_before_anything_is_said()
    {
        await using var server = new SmtpServer();
        File.WriteAllBytes(Path.Combine(_rig.Inbox, "large.bin"), new byte[1025]);
        File.WriteAllBytes(Path.Combine(_rig.Inbox, "exact.bin"), new byte[1024]);
        _rig.Set("All", "*");
        _rig.Set("Up", "../solution.yaml");
        var mail = MailRig.Plain with { AttachmentsFrom = "Files", AttachmentsMax = 1024 };

        string[] codes = [.. new[] { "none.csv", "*.csv", "large.bin", "*.bin", "${var:All}", "${var:Up}" }
            .Select(file => _rig.Send(server, mail with { Attachments = [file] }).Error!.Code)];
        var exact = _rig.Send(server, mail with { Attachments = ["exact.bin"] });

        Assert.That(codes, Is.EqualTo(new[] { "ORC3541", "ORC3541", "ORC3541", "ORC3541", "ORC3541", "ORC3102" }));
        Assert.That(exact.Outcome, Is.EqualTo(NodeState.Succeeded), exact.Error?.Message);
        Assert.That(server.Letters, Has.Count.EqualTo(1));
    }

    [Test, Platform("Linux,MacOsX", Reason = "names that Windows does not keep")]
    public async Task Names_of_files_add_no_header_and_links_lead_nowhere()
    {
        await using var server = new SmtpServer();
        File.WriteAllText(Path.Combine(_rig.Inbox, "a\r\nBcc: x@example.org.csv"), "1");
        File.WriteAllText(Path.Combine(_rig.Inbox, "quote\" ü ;.csv"), "2");
        Directory.CreateDirectory(Path.Combine(_rig.Inbox, "sub"));
        File.CreateSymbolicLink(Path.Combine(_rig.Inbox, "sub", "out.csv"), "/etc/hostname");
        var mail = MailRig.Plain with { AttachmentsFrom = "Files" };

        var sent = _rig.Send(server, mail with { Attachments = ["*.csv"] });
        var outside = _rig.Send(server, mail with { Attachments = ["sub/*.csv"] });

        Assert.That(sent.Outcome, Is.EqualTo(NodeState.Succeeded), sent.Error?.Message);
        Assert.That(outside.Error!.Code, Is.EqualTo("ORC3102"));
        Assert.That(server.Letters.Single().Split('\n'), Has.None.StartsWith("Bcc:"));
        Assert.That(MailRig.Read(server.Letters.Single()).Attachments.Select(part => part.ContentDisposition!.FileName),
            Is.EqualTo(new[] { "a__Bcc: x@example.org.csv", "quote\" ü ;.csv" }));
    }

    [Test, Platform("Linux,MacOsX", Reason = "a pipe that lies in a folder")]
    public async Task A_pipe_is_no_attachment()
    {
        await using var server = new SmtpServer();
        var pipe = Path.Combine(_rig.Inbox, "pipe");
        NamedPipe.Make(pipe);
        var writing = Task.Run(() => File.WriteAllText(pipe, "x"));

        var result = _rig.Send(server, MailRig.Plain with { AttachmentsFrom = "Files", Attachments = ["pipe"] });

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3110"));
        Assert.That(server.Told, Is.Empty);
        // Nobody has read it to its end.
        await writing.ContinueWith(_ => { }, TaskScheduler.Default);
    }

    private static string Content(MimePart part)
    {
        using var stream = new MemoryStream();
        part.Content!.DecodeTo(stream);
        return System.Text.Encoding.UTF8.GetString(stream.ToArray());
    }
}
