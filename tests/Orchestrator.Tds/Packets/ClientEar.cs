using System.Net.Sockets;

namespace Orchestrator.Tds;

/// <summary>Hears what the client says while an answer is on its way: that it cancels, or that it went away.</summary>
internal sealed class ClientEar(Socket socket, MessageReader from)
{
    private readonly TaskCompletionSource _cut = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends every wait: the connection was cut from outside.</summary>
    public void Cut() => _cut.TrySetResult();

    /// <summary>Throws if the client cancelled or went away; returns if it said nothing.</summary>
    public void Listen()
    {
        if (!from.IsSomethingWaiting)
        {
            return;
        }

        if (!from.TryBegin())
        {
            throw new ConnectionEndedException();
        }

        throw from.Type == PacketType.Attention
            ? new AttentionException()
            : new InvalidDataException($"a {from.Type} message came before the answer to the one before");
    }

    /// <summary>Waits until the gate opens. In the middle of a message nothing is read, so nothing is heard.</summary>
    public void WaitAt(Gate gate)
    {
        gate.Reach();
        if (from.IsInMessage)
        {
            EndIf(Task.WaitAny(gate.Opened, _cut.Task) == 1);
            return;
        }

        Listen();
        using var stop = new CancellationTokenSource();
        var heard = socket.ReceiveAsync(Memory<byte>.Empty, SocketFlags.None, stop.Token).AsTask();
        if (Task.WaitAny(gate.Opened, heard, _cut.Task) > 0)
        {
            Listen();
            EndIf(true);
        }

        stop.Cancel();
        Task.WaitAny(heard);
    }

    private static void EndIf(bool isEnded)
    {
        if (isEnded)
        {
            throw new ConnectionEndedException();
        }
    }
}
