using System.Text;
using MimeKit;
using Orchestrator.Core.Alerts;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Model;
using Orchestrator.Service.Tests.Alerts;

namespace Orchestrator.Packages.Tests.Mail;

/// <summary>A solution whose mail goes to a server of the tests, and messages that are sent in it.</summary>
internal sealed class MailRig : IDisposable
{
    private readonly Rig _rig = new();

    /// <summary>What each message is, where a test says nothing else.</summary>
    public static MailOptions Plain { get; } =
        new() { To = ["ops@example.org"], Subject = "done", Body = "all of it\n" };

    /// <summary>Whether it may be sent twice.</summary>
    public bool IsIdempotent { get; set; }

    /// <summary>What the ledger knows.</summary>
    public PackagePast Past { get; set; } = new();

    public CancellationToken Cancellation { get; set; }

    /// <summary>Who signs in with which password; null = nobody.</summary>
    public (string User, string Password)? Login { get; set; }

    public string Inbox => _rig.Inbox;

    public PackageResult Send(SmtpServer server, MailOptions mail) => Send(server.Port, mail);

    public PackageResult Send(int port, MailOptions mail, MailTls tls = MailTls.None)
    {
        var context = _rig.Context(new ObjectDefinition
        {
            Name = "tell",
            Project = "Staging",
            Kind = "mail",
            Container = "Core",
            Target = new ObjectTarget("Db", null, "tell"),
            Own = mail,
            Idempotent = IsIdempotent,
        });
        return PackageKinds.All["mail"].Run(context with
        {
            Solution = context.Solution with
            {
                AsOf = new DateOnly(2026, 1, 31),
                Environment = "prod",
                Mail = new MailServer
                {
                    Host = "127.0.0.1",
                    Port = port,
                    Tls = tls,
                    User = Login?.User,
                    Password = Login?.Password,
                    From = "etl@example.org",
                },
            },
            Past = Past,
            Cancellation = Cancellation,
        });
    }

    /// <summary>Gives a variable a value, as text of any content.</summary>
    public void Set(string name, string value)
    {
        var type = Rig.Type("nvarchar(4000)");
        Assert.That(TypedValue.TryParse(type, value, out var typed, out var why), Is.True, why);
        _rig.Variables.Add(new Variable(name, type, typed, "--var", default));
    }

    /// <summary>A letter as a receiver reads it.</summary>
    public static MimeMessage Read(string letter)
    {
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(letter));
        return MimeMessage.Load(stream);
    }

    public void Dispose() => _rig.Dispose();
}
