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

    public static IReadOnlyList<FileServer> Build(LoadContext context, Drafts drafts, Draft? environment)
    {
        var overlays = Overlays(environment);
        return [.. drafts.FileServers.DistinctBy(draft => draft.Name).Select(draft =>
        {
            var over = overlays.Find(overlay => overlay.Text(FileServerKeys.Word) == draft.Name);
            var map = over is null ? draft.Map : Laid(draft.Map, over);
            Check(context, draft.Name, map);
            return FileServerKeys.Section.Read(new FileServer { Name = draft.Name, At = draft.At }, map);
        })];
    }

    /// <summary>Each file server as it would be in an environment, and none of them twice.</summary>
    public static void CheckOverlays(LoadContext context, Drafts drafts, Draft environment)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var overlay in Overlays(environment))
        {
            if (overlay.Scalar(FileServerKeys.Word) is not { } name)
            {
                continue;
            }

            if (!seen.Add(name.Text))
            {
                context.Bag.Error("ORC1020", name.At,
                    $"the file server '{name.Text}' stands twice in the environment '{environment.Name}'",
                    "keep one of the two");
            }
            else if (drafts.FileServers.Find(draft => draft.Name == name.Text) is { } draft)
            {
                Check(context, draft.Name, Laid(draft.Map, overlay));
            }
            else
            {
                context.UnknownName("ORC1161", "file server", name, drafts.FileServers.Select(one => one.Name));
            }
        }
    }

    private static List<YamlMap> Overlays(Draft? environment) =>
        [.. (environment?.Map.Items(FileServerKeys.List) ?? []).OfType<YamlMap>()];

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
            && (silence.ToDuration() <= TimeSpan.Zero || silence.ToDuration() > TimeoutMax))
        {
            context.Bag.Error("ORC1163", silence.At, "'timeout' is no time up to 1h",
                "write a duration such as 60s, or leave it out");
        }
    }

    [GeneratedRegex(@"^SHA256:[A-Za-z0-9+/]{43}\z")]
    private static partial Regex Fingerprint();
}
