using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the server that sends mail of what was written, the environment laid over it.</summary>
internal static class MailBuilder
{
    /// <summary>Whether there is one, good or bad; of a solution that cannot be read nobody knows.</summary>
    public static bool IsDeclared(Drafts drafts, Draft? environment) =>
        drafts.Solution is not { } solution || environment?.Map.Map("mail") is not null
        || solution.Map.Map("mail") is not null || solution.Map.Refused.Contains("mail");

    public static MailServer? Build(LoadContext context, Drafts drafts, Draft? environment)
    {
        var own = drafts.Solution?.Map.Map("mail");
        var over = environment?.Map.Map("mail");
        var map = own is not null && over is not null ? Overlay.Over(own, over) : own ?? over;
        if (map is null)
        {
            return null;
        }

        var isWhole = map.Scalar("host") is not null && map.Scalar("from") is not null;
        if (own is null && !isWhole && drafts.Solution?.Map.Refused.Contains("mail") == false)
        {
            context.Bag.Error("ORC1110", map.At, "the environment changes 'mail', which the solution does not declare",
                "declare mail: {host: …, from: …} in solution.yaml");
        }

        return !isWhole || !IsGood(context, map) ? null : MailKeys.Section.Read(
            new MailServer { Host = "", Port = Port(Tls(map)), From = "", At = map.At }, map);
    }

    private static bool IsGood(LoadContext context, YamlMap map)
    {
        AlertChecks.Password(context, map.Scalar("password"), "password");
        var host = map.Scalar("host")!;
        if (!host.Text.Contains("${", StringComparison.Ordinal)
            && Uri.CheckHostName(host.Text) == UriHostNameType.Unknown)
        {
            context.Bag.Error("ORC1110", host.At, "'host' is no name or address of a server",
                "write it without a scheme and a port, as smtp.example.org; the port has a key of its own");
            return false;
        }

        if (TargetAddress.Mistake($"{AlertChannels.Mail.Prefix}{map.Text("from")}", allowPrivate: false) is not null)
        {
            context.Bag.Error("ORC1110", map.Scalar("from")!.At, "'from' is no plain mailbox",
                "write one as orchestrator@example.org");
            return false;
        }

        if (map.Scalar("user") is null != map.Scalar("password") is null)
        {
            context.Bag.Error("ORC1110", map.At, "'user' and 'password' of 'mail' go together", "write both or none");
            return false;
        }

        if (Tls(map) == MailTls.None && map.Scalar("password") is { } password)
        {
            context.Bag.Error("ORC1110", password.At, "with 'tls: none' the password would be sent in the open",
                "write tls: starttls, or leave user and password out");
            return false;
        }

        return true;
    }

    private static MailTls Tls(YamlMap map) => map.Word("tls", MailTls.StartTls);

    private static int Port(MailTls tls) => tls switch
    {
        MailTls.StartTls => 587,
        MailTls.Implicit => 465,
        _ => 25,
    };
}
