using System.Text.RegularExpressions;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes file servers of what was written, the environment laid over it.</summary>
internal static partial class FileServerBuilder
{
    private static readonly TimeSpan TimeoutMax = TimeSpan.FromHours(1);

    private static readonly LaidOver OfEnvironments = new(
        FileServerKeys.List, FileServerKeys.Word, "file server", "ORC1161", Laid);

    public static IReadOnlyList<FileServer> Build(LoadContext context, Drafts drafts, Draft? environment) =>
    [
        .. OfEnvironments.Of(drafts.FileServers, environment).Select(each =>
        {
            Check(context, each.Draft.Name, each.Map);
            return FileServerKeys.Section.Read(new FileServer { Name = each.Draft.Name, At = each.Draft.At }, each.Map);
        }),
    ];

    /// <summary>Each file server as it would be in an environment, and none of them twice.</summary>
    public static void CheckOverlays(LoadContext context, Drafts drafts, Draft environment) =>
        OfEnvironments.Check(context, drafts.FileServers, environment, (draft, map) => Check(context, draft.Name, map));

    /// <summary>Where an environment signs in another way, the first way stays behind.</summary>
    private static YamlMap Laid(YamlMap draft, YamlMap over)
    {
        string[] left = over["password"] is not null ? ["keyFile", "passphrase"]
            : over["keyFile"] is not null ? ["password", "passphrase"] : [];
        return Overlay.Over(
            draft with { Entries = [.. draft.Entries.Where(entry => !left.Contains(entry.Key.Text))] }, over);
    }

    private static void Check(LoadContext context, string name, YamlMap map)
    {
        AlertChecks.Password(context, map.Scalar("password"), "password");
        AlertChecks.Password(context, map.Scalar("passphrase"), "passphrase");
        if (map.Scalar("host") is { } host && !host.Text.Contains("${", StringComparison.Ordinal)
            && Uri.CheckHostName(host.Text) == UriHostNameType.Unknown)
        {
            context.Bag.Error("ORC1163", host.At, "'host' is no name or address of a server",
                "write it without a scheme, a user and a port; these have keys of their own");
        }

        if (map.Scalar("hostKey") is { } print && !Fingerprint().IsMatch(print.Text))
        {
            context.Bag.Error("ORC1163", print.At, "'hostKey' is no fingerprint: it is SHA256: and 43 characters",
                "ask who runs the server for it, who has it from ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub");
        }

        var (password, key) = (map["password"], map["keyFile"]);
        if ((password is null) == (key is null) && !map.Refused.Contains("password")
            && !map.Refused.Contains("keyFile"))
        {
            context.Bag.Error("ORC1163", (key ?? map).At, password is null
                ? $"the file server '{name}' has neither 'password' nor 'keyFile'"
                : $"the file server '{name}' has both 'password' and 'keyFile'",
                "write password: ${secret:NAME}, or keyFile: FILE");
        }

        if (map.Scalar("passphrase") is { } phrase && key is null && password is not null)
        {
            context.Bag.Error("ORC1163", phrase.At, "'passphrase' does nothing without 'keyFile'", "leave it out");
        }

        if (map.Scalar("folder") is { } folder && folder.Text.Any(char.IsControl))
        {
            context.Bag.Error("ORC1163", folder.At, "'folder' holds a character that no folder is called by",
                "correct it");
        }

        if (map.Scalar("timeout") is { } silence
            && silence.ToDuration() > TimeoutMax)
        {
            context.Bag.Error("ORC1163", silence.At, "'timeout' is no time up to 1h",
                "write a duration such as 60s, or leave it out");
        }
    }

    [GeneratedRegex(@"^SHA256:[A-Za-z0-9+/]{43}\z")]
    private static partial Regex Fingerprint();
}
