using System.Net.Sockets;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Metadata.Tests.Broken;

internal sealed class NotAFileTests
{
    private const string Pipes = "pipes and sockets have no names in folders";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private static readonly string[] Places =
        ["connections/X.yaml", "projects/Staging/objects/x.yaml", "projects/Later/project.yaml"];

    [TestCaseSource(nameof(Places))]
    public async Task A_folder_in_the_place_of_a_file_is_refused(string place)
    {
        using var folder = Good();
        Directory.CreateDirectory(Path.Combine(folder.Path, place));

        Assert.That(await RefusedAsync(folder), Is.EqualTo($"the file '{place}' cannot be read: it is a folder"));
    }

    [TestCaseSource(nameof(Places)), Platform(Exclude = "Win", Reason = Pipes)]
    public async Task A_pipe_is_refused_and_not_waited_for(string place)
    {
        using var folder = Good();
        NamedPipe.Make(Place(folder, place));

        Assert.That(await RefusedAsync(folder),
            Is.EqualTo($"the file '{place}' cannot be read: it is a pipe, a device or a socket"));
    }

    [Test, Platform(Exclude = "Win", Reason = Pipes)]
    public async Task A_solution_that_is_a_pipe_is_refused_and_not_waited_for()
    {
        using var folder = Good();
        File.Delete(Path.Combine(folder.Path, "solution.yaml"));
        NamedPipe.Make(Path.Combine(folder.Path, "solution.yaml"));

        Assert.That(await RefusedAsync(folder), Does.StartWith("the file 'solution.yaml' cannot be read"));
    }

    [Test, Platform(Exclude = "Win", Reason = Pipes)]
    public async Task A_link_to_a_pipe_is_refused_and_not_waited_for()
    {
        using var folder = Good();
        NamedPipe.Make(Path.Combine(folder.Path, "pipe"));
        File.CreateSymbolicLink(Place(folder, "connections/X.yaml"), Path.Combine(folder.Path, "pipe"));

        Assert.That(await RefusedAsync(folder), Does.EndWith("it is a pipe, a device or a socket"));
    }

    [Test, Platform(Exclude = "Win", Reason = "links are for administrators")]
    public async Task A_link_to_itself_is_said_to_be_one()
    {
        using var folder = Good();
        File.CreateSymbolicLink(Place(folder, "connections/X.yaml"), "X.yaml");

        Assert.That(await RefusedAsync(folder), Does.EndWith("it is a link that leads round in a circle"));
    }

    [Test, Platform(Exclude = "Win", Reason = Pipes)]
    public async Task A_socket_is_refused()
    {
        using var folder = Good();
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(Place(folder, "connections/X.yaml")));

        Assert.That(await RefusedAsync(folder), Does.EndWith("it is a pipe, a device or a socket"));
    }

    private static TemporaryFolder Good()
    {
        var folder = new TemporaryFolder();
        BrokenCase.WriteGood(folder.Path);
        return folder;
    }

    private static string Place(TemporaryFolder folder, string place)
    {
        var full = Path.Combine(folder.Path, place);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        return full;
    }

    /// <summary>The message of the only diagnostic about what is no file.</summary>
    private static async Task<string> RefusedAsync(TemporaryFolder folder)
    {
        var loaded = await Task.Run(() => SolutionLoader.Load(folder.Path)).WaitAsync(Patience);

        return loaded.Diagnostics.Single(each => each.Code == "ORC1031").Message;
    }
}
