package io.barograph.local.lab;

import io.barograph.local.bench.BenchCommand;
import io.barograph.local.command.CommandList;
import io.barograph.local.demo.DemoCommand;
import io.barograph.local.evaluate.EvaluateCommand;
import io.barograph.local.soak.SoakCommand;
import java.util.List;

/** Commands that simulate a site or measure Barograph itself. */
public final class LabCommands implements CommandList {
    @Override
    public List<Class<?>> commands() {
        return List.of(BenchCommand.class, DemoCommand.class, EvaluateCommand.class, SoakCommand.class);
    }
}
