package io.barograph.lab;

import io.barograph.cli.command.CommandList;
import io.barograph.lab.bench.BenchCommand;
import io.barograph.lab.demo.DemoCommand;
import io.barograph.lab.evaluate.EvaluateCommand;
import io.barograph.lab.soak.SoakCommand;
import java.util.List;

/** Commands that simulate a site or measure Barograph itself. */
public final class LabCommands implements CommandList {
    @Override
    public List<Class<?>> commands() {
        return List.of(BenchCommand.class, DemoCommand.class, EvaluateCommand.class, SoakCommand.class);
    }
}
