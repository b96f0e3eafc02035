using Orchestrator.Core;
using Orchestrator.Service.Tests.Alerts;

namespace Orchestrator.Packages.Tests.Mail;

/// <summary>What a message shows is what its values are, however they look to a reader of mail.</summary>
internal sealed class MailWordsTests
{
    private MailRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new MailRig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public async Task A_subject_is_decoded_as_the_words_that_it_was()
    {
        await using var server = new SmtpServer();
        foreach (var (place, value) in HostileTexts.All.Index())
        {
            _rig.Set($"V{place}", value);

            var result = _rig.Send(server, MailRig.Plain with { Subject = $"x ${{var:V{place}}} y" });

            Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        }

        Assert.That(server.Letters.Select(letter => MailRig.Read(letter).Subject),
            Is.EqualTo(HostileTexts.All.Select(value => $"x {Shown(value)} y")));
    }

    [Test, Platform("Linux,MacOsX", Reason = "names that Windows does not keep")]
    public async Task The_name_of_a_file_reads_as_it_is_written()
    {
        await using var server = new SmtpServer();
        File.WriteAllText(Path.Combine(_rig.Inbox, "=?utf-8?q?=0D=0A?=.csv"), "1");
        File.WriteAllText(Path.Combine(_rig.Inbox, "a\u202Evsc.csv"), "2");

        var sent = _rig.Send(server, MailRig.Plain with { AttachmentsFrom = "Files", Attachments = ["*.csv"] });

        Assert.That(sent.Outcome, Is.EqualTo(NodeState.Succeeded), sent.Error?.Message);
        Assert.That(MailRig.Read(server.Letters.Single()).Attachments.Select(part => part.ContentDisposition!.FileName),
            Is.EqualTo(new[] { "=_utf-8?q?=0D=0A?=.csv", "a_vsc.csv" }));
    }

    // What acts is a blank, and what would be decoded is not.
    private static string Shown(string value) =>
        new string([.. value.Select(one => char.IsControl(one) || one is '\u2028' or '\u202E' ? ' ' : one)])
            .Replace("=?", "= ?", StringComparison.Ordinal);
}
